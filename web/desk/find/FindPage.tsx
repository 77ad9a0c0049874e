import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { DeskPageProps } from '#contract/desk/desk-page-values.ts'
import {
  type FindValues,
  type FoundGroup,
  type FoundRow,
  type FoundValues,
  foundKinds,
} from '#contract/desk/find.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Tag } from '../DeskFacts.tsx'
import { DeskLayout } from '../DeskLayout.tsx'
import { focusFindBox } from '../FindBox.tsx'
import { useFoundAsTyped } from '../use-find-list.ts'

/** One box for everything: it is in the desk's header, and its results here follow the typing. */
export function FindPage({ values, operator }: DeskPageProps<'find'>) {
  const found = useFound(values)
  const results = useRef<HTMLDivElement>(null)
  const links = () => [...(results.current?.querySelectorAll<HTMLAnchorElement>('a[data-found]') ?? [])]

  /** Enter opens the exact match, or the only result. Otherwise the list stays. */
  function open(): boolean {
    const [only, ...others] = links()
    const href = found.values.opens ?? (others.length === 0 ? only?.href : undefined)
    if (!found.isCurrent || !href) return false
    location.assign(href)
    return true
  }

  // Arrow keys work as soon as the page is open: nothing has to be focused first.
  useEffect(() => {
    function begin(event: globalThis.KeyboardEvent) {
      const isElsewhere = document.activeElement !== null && document.activeElement !== document.body
      const [top] = results.current?.querySelectorAll<HTMLAnchorElement>('a[data-found]') ?? []
      if (event.key !== 'ArrowDown' || isElsewhere || !top) return
      event.preventDefault()
      top.focus()
    }
    document.addEventListener('keydown', begin)
    return () => document.removeEventListener('keydown', begin)
  }, [])

  function move(event: KeyboardEvent) {
    const all = links()
    const at = all.indexOf(document.activeElement as HTMLAnchorElement)
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Escape' || (step === -1 && at === 0)) focusFindBox()
    else if (step !== undefined && at >= 0) all[at + step]?.focus()
    else return
    event.preventDefault()
  }

  return (
    <DeskLayout
      operator={operator}
      page="find"
      title="Find"
      sought={values.text}
      watch={{ type: found.type, down: () => links()[0]?.focus(), open }}
    >
      {found.error !== '' && <Banner tone="bad">{found.error}</Banner>}
      <p className="unseen" role="status">
        {found.isCurrent ? countIn(found.values, found.text) : 'Searching'}
      </p>
      <Notices values={found.values} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the links inside have the focus; arrow keys go from one to the next. */}
      <div className="find-results" ref={results} onKeyDown={move}>
        {found.text === '' ? <WhatToType /> : <FoundGroups values={found.values} text={found.text} />}
      </div>
    </DeskLayout>
  )
}

/** Results as one types, on the results page. */
function useFound({ text: initial, ...values }: FindValues) {
  const [text, setText] = useState(initial)
  const [first] = useState({ text: initial, values })
  const found = useFoundAsTyped({ text, first, onFound: keepInAddress })
  return { text, ...found, type: (typed: string) => setText(typed.trim()) }
}

/** The Back button restores the last query. */
function keepInAddress(text: string, values: FoundValues): void {
  const isKept = !values.wasCardNumber && !mayBecomeCardNumber(text)
  history.replaceState(history.state, '', isKept ? `?q=${encodeURIComponent(text)}` : location.pathname)
}

/**
 * A card number does not go into the URL, nor do its first digits, even among words: a phone number has
 * fewer.
 */
function mayBecomeCardNumber(text: string): boolean {
  return /\p{Nd}(?:[\s.-]{0,3}\p{Nd}){11}/u.test(text)
}

function countIn({ groups }: FoundValues, text: string): string {
  if (text === '') return ''
  const count = groups.reduce((sum, { rows }) => sum + rows.length, 0)
  return count === 0 ? 'Nothing found' : `${count} ${count === 1 ? 'result' : 'results'}`
}

function Notices({ values }: { values: FoundValues }) {
  return (
    <>
      {values.wasCardNumber && (
        <Banner tone="warn">
          That was a whole card number. Only its last four digits were used, and it was not kept. Please do
          not type card numbers here.
        </Banner>
      )}
      {values.errorNumber && (
        <section className="desk-card" aria-labelledby="error-number">
          <h2 id="error-number">This looks like an error number</h2>
          <p>
            Error numbers are kept in no table, only in the log of the server. Search the log for{' '}
            <code>{values.errorNumber}</code>: the lines with this <code>reqId</code> say which page or call
            it was, who asked, and what went wrong.
          </p>
        </section>
      )}
    </>
  )
}

function WhatToType() {
  return (
    <p className="desk-empty">
      Type an account number, email, name, company, phone number, the last four digits of a card (“4242 smith”
      narrows them), or the number of a bill, credit note, charge, refund, dispute, cancellation or email.
      Parts of words are enough, and capitals, accents and spaces do not matter.
    </p>
  )
}

function FoundGroups({ values, text }: { values: FoundValues; text: string }) {
  const { groups, isCutShort, errorNumber } = values
  if (groups.length === 0) {
    if (errorNumber) return null
    return (
      <p className="desk-empty">
        {isCutShort
          ? `The search for “${text}” took too long. Type more of it, or another word.`
          : `Nothing matches “${text}”. Try fewer letters, or something else that you know: the email, the phone number, a bill.`}
      </p>
    )
  }
  return (
    <>
      {groups.map((group) => (
        <Group group={group} key={group.kind} />
      ))}
      {isCutShort && <p className="hint">More matches than are shown here. Another word narrows it.</p>}
    </>
  )
}

function Group({ group: { kind, rows, isMore, links } }: { group: FoundGroup }) {
  return (
    <section className="desk-card" aria-labelledby={`found-${kind}`}>
      <h2 id={`found-${kind}`}>{foundKinds[kind]}</h2>
      <ul className="plain find-list">
        {rows.map((row) => (
          <li key={row.key}>
            <Row row={row} />
          </li>
        ))}
      </ul>
      {rows.length === 0 && <p className="desk-empty">There are no more.</p>}
      {isMore && (
        <p className="hint">
          The first {rows.length} are shown.{links.length === 0 && ' Another word narrows it.'}
        </p>
      )}
      {links.length > 0 && (
        <nav className="desk-toolbar" aria-label={`Pages of ${foundKinds[kind].toLowerCase()}`}>
          {links.map(({ text, href }) => (
            <LinkButton look="quiet" small href={href} key={text}>
              {text}
            </LinkButton>
          ))}
        </nav>
      )}
    </section>
  )
}

function Row({ row }: { row: FoundRow }) {
  const { href, title, facts, tag, what, matched } = row
  const inside = (
    <>
      <span className="find-title">
        <strong>{title}</strong>
        {tag && <Tag {...tag} />}
      </span>
      <span className="hint">{facts.join(' · ')}</span>
      <span className="find-match">
        {what}: {matched.before}
        {matched.hit !== '' && <mark>{matched.hit}</mark>}
        {matched.after}
      </span>
    </>
  )
  return href ? (
    <a className="find-row" href={href} data-found="">
      {inside}
    </a>
  ) : (
    <div className="find-row">{inside}</div>
  )
}
