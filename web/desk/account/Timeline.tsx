import { useEffect, useRef, useState } from 'react'
import {
  type DeskAccount,
  readTimeline,
  type TimelineKind,
  type TimelineLine,
  type TimelinePart,
  timelineKindNames,
  timelineKinds,
} from '#contract/desk/account.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { makeCall } from '#web/form/make-call.ts'
import { sentenceOf } from '#web/form/refusal.ts'
import { useBusy } from '#web/form/use-busy.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Moment, Tag } from '../DeskFacts.tsx'

type TimelineProps = { part: TimelinePart; account: Pick<DeskAccount, 'number' | 'timeZone'> }

/**
 * Everything that happened, newest first. Filter and older lines are links; with a script, older ones are
 * added here.
 */
export function Timeline({ part: first, account: { number, timeZone } }: TimelineProps) {
  const [part, setPart] = useState(first)
  const [news, setNews] = useState('')
  const [error, setError] = useState('')
  const { isBusy, run } = useBusy()
  const shown = useRef(first.lines.length)
  const list = useRef<HTMLOListElement>(null)
  const path = fillPath(deskPages.account.path, { number })
  const { kinds, older, isNewest } = part

  useEffect(() => {
    if (part.lines.length <= shown.current) return
    // The focus moves to the first added line.
    const added = list.current?.children[shown.current]
    shown.current = part.lines.length
    if (added instanceof HTMLElement) added.focus()
  }, [part.lines.length])

  function addOlder() {
    const query = new URLSearchParams({ before: older ?? '', kinds: kinds.join(',') })
    void run(() =>
      makeCall(
        { ...readTimeline, encoding: 'none', path: `${readTimeline.path}?${query}` },
        { before: '', kinds: '' },
        {
          parts: { number },
          onAnswer: ({ data }) => {
            setError('')
            setNews(`${data.lines.length} older lines were added.`)
            setPart({ ...data, lines: [...part.lines, ...data.lines], isNewest })
          },
          onErrors: (errors) => setError(sentenceOf(errors)),
        },
      ),
    )
  }

  return (
    <section className="desk-card" aria-labelledby="timeline">
      <h2 id="timeline">Timeline</h2>
      <p className="hint">{`Newest first. Times are in ${timeZone}; point at one to see it in UTC.`}</p>
      <Filter path={path} kinds={kinds} />
      {part.lines.length === 0 ? (
        <p className="desk-empty">
          {isNewest ? 'Nothing of this kind has happened.' : 'There is nothing older.'}
        </p>
      ) : (
        <ol className="plain account-timeline" ref={list}>
          {part.lines.map((line) => (
            <Line key={line.key} line={line} />
          ))}
        </ol>
      )}
      {error !== '' && <Banner tone="bad">{error}</Banner>}
      <p className="unseen" role="status">
        {news}
      </p>
      <div className="desk-toolbar">
        {older !== null && (
          <a
            className={buttonClass('quiet', true)}
            href={`${path}?${new URLSearchParams({ kinds: kinds.join(','), before: older })}#timeline`}
            aria-disabled={isBusy || undefined}
            onClick={(event) => {
              event.preventDefault()
              addOlder()
            }}
          >
            Show older
          </a>
        )}
        {!isNewest && (
          <a className={buttonClass('quiet', true)} href={hrefOf(path, kinds)}>
            Show the newest
          </a>
        )}
      </div>
    </section>
  )
}

/** A link toggles each kind; with none, all are shown. */
function Filter({ path, kinds }: { path: string; kinds: readonly TimelineKind[] }) {
  return (
    <nav className="account-kinds" aria-label="Show on the timeline">
      <a href={hrefOf(path, [])} aria-current={kinds.length === 0 ? 'true' : undefined}>
        Everything
      </a>
      {timelineKindNames.map((kind) => {
        const isOn = kinds.includes(kind)
        const next = isOn ? kinds.filter((one) => one !== kind) : [...kinds, kind]
        return (
          <a key={kind} href={hrefOf(path, next)} aria-current={isOn ? 'true' : undefined}>
            {timelineKinds[kind]}
          </a>
        )
      })}
    </nav>
  )
}

function hrefOf(path: string, kinds: readonly TimelineKind[]): string {
  return kinds.length === 0 ? `${path}#timeline` : `${path}?kinds=${kinds.join(',')}#timeline`
}

function Line({ line }: { line: TimelineLine }) {
  const { at, text, more, who, reason, from, tag, link, isStruck, kind } = line
  return (
    <li tabIndex={-1}>
      <div className="account-when">
        <Moment at={at} />
        <span className="hint">{timelineKinds[kind]}</span>
      </div>
      <div className="account-what">
        <p>
          <b className="account-words">{isStruck ? <del>{text}</del> : text}</b> {tag && <Tag {...tag} />}
        </p>
        {more !== '' && <p>{more}</p>}
        {reason !== '' && <p>{`Reason: ${reason}`}</p>}
        {(who !== '' || from !== '') && <p className="hint">{[who, from].filter(Boolean).join(' · ')}</p>}
        {link && (
          <a href={link.href} aria-label={`${link.text}: ${text}`}>
            {link.text}
          </a>
        )}
      </div>
    </li>
  )
}
