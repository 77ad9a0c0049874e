import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { roles } from '#contract/accounts/role-labels.ts'
import { OPERATOR_VIEW_MINUTES } from '#contract/calendar/lifetimes.ts'
import { endView, readView, type View } from '#contract/desk/see-as.ts'
import { pages } from '#contract/pages.ts'
import { send } from '#web/api.ts'
import { useCall } from '#web/form/use-call.ts'
import { Button } from '#web/ui/Button.tsx'

type ViewFrameProps = {
  view: View
  /** It began on this page just now, so it takes the focus. */
  isNew: boolean
  onEnded: (how: Ending) => void
}

/** The pages in a frame, below a banner that says whose they are and for how long. */
export function ViewFrame({ view, isNew, onEnded }: ViewFrameProps) {
  const person = view.person === '' ? view.email : view.person
  const { frame, check } = useFramedView(view, onEnded)
  const { isBusy, error, start } = useCall()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isNew) heading.current?.focus()
  }, [isNew])

  return (
    <div className="see-as">
      <section className="see-as-banner" aria-labelledby="see-as-whose">
        <div className="see-as-whose">
          <h2 id="see-as-whose" ref={heading} tabIndex={-1}>
            You are looking at the pages of {person}
          </h2>
          <p>
            {roles[view.role].label} of account {view.account_number}. Read-only: nothing can be changed here.
          </p>
          <p>Reason: {view.reason}</p>
        </div>
        <div className="see-as-end">
          <TimeLeft seconds={view.seconds_left} onOver={() => onEnded('time')} />
          <Button
            look="quiet"
            busy={isBusy}
            onClick={() => start(endView, { view_id: view.id }, () => onEnded('by you'))}
          >
            End the view
          </Button>
          {error && <p role="alert">{error}</p>}
        </div>
      </section>
      <iframe
        ref={frame}
        className="see-as-frame"
        title={`Account pages of ${person}, read-only`}
        src={pages.account}
        onLoad={check}
      />
    </div>
  )
}

/** Signed out, not allowed, not there. */
const GONE = [401, 403, 404]

/**
 * Ensures that the frame shows only this page's view: another one may have begun in another tab, or this one
 * may have ended.
 */
function useFramedView(
  { id }: View,
  onEnded: (how: Ending) => void,
): { frame: RefObject<HTMLIFrameElement | null>; check: () => void } {
  const frame = useRef<HTMLIFrameElement>(null)
  const latest = useRef(onEnded)
  useEffect(() => {
    latest.current = onEnded
  })

  const ask = useCallback(async () => {
    const outcome = await send(readView, {})
    // A server that cannot answer now says nothing about the view.
    if (outcome.kind === 'refused' && GONE.includes(outcome.status)) latest.current('gone')
    if (outcome.kind !== 'answered') return
    const { view } = outcome.answer.data
    if (view?.id !== id) latest.current(view ? 'replaced' : 'gone')
  }, [id])

  const check = useCallback(() => {
    const shown = shownIn(frame.current)
    if (shown === undefined) void ask()
    else if (shown !== id) latest.current('replaced')
  }, [id, ask])

  useEffect(() => {
    // The frame may have loaded before the page was hydrated.
    if (frame.current?.contentDocument?.readyState === 'complete') check()
    const askWhenSeen = () => {
      if (document.visibilityState === 'visible') void ask()
    }
    document.addEventListener('visibilitychange', askWhenSeen)
    return () => document.removeEventListener('visibilitychange', askWhenSeen)
  }, [check, ask])

  return { frame, check }
}

/** Why the page shows no view any more. */
export type Ending = 'by you' | 'time' | 'replaced' | 'gone'

const sentences: Record<Ending, string> = {
  'by you': 'You ended the view.',
  time: `The view has ended: its ${OPERATOR_VIEW_MINUTES} minutes are over.`,
  replaced: 'The view has ended: you began another one, perhaps in another tab.',
  gone: 'The view has ended: your session is over, your role was changed, or the person can no longer sign in to the account.',
}

/** Takes the focus, because the focused frame is gone. */
export function EndedView({ how }: { how: Ending }) {
  const sentence = useRef<HTMLParagraphElement>(null)
  useEffect(() => sentence.current?.focus(), [])
  return (
    <p ref={sentence} className="banner info" role="status" tabIndex={-1}>
      {sentences[how]}
    </p>
  )
}

/** The view of the framed document, by its own mark. */
function shownIn(frame: HTMLIFrameElement | null): number | undefined {
  const mark = frame?.contentDocument?.querySelector<HTMLElement>('[data-view]')
  return mark ? Number(mark.dataset.view) : undefined
}

const LAST_MINUTE = 60

/** Counts down by the browser's clock, from the server's value. The server ends the view by its own. */
function TimeLeft({ seconds, onOver }: { seconds: number; onOver: () => void }) {
  const [left, setLeft] = useState(seconds)
  const over = useRef(onOver)
  useEffect(() => {
    over.current = onOver
  })

  useEffect(() => {
    const endsAt = Date.now() + seconds * 1000
    const timer = setInterval(() => {
      const rest = Math.max(0, Math.ceil((endsAt - Date.now()) / 1000))
      setLeft(rest)
      if (rest > 0) return
      clearInterval(timer)
      over.current()
    }, 500)
    return () => clearInterval(timer)
  }, [seconds])

  return (
    <>
      <p className="see-as-time" role="timer">
        {formatLeft(left)} left
      </p>
      <p className="unseen" role="status">
        {left <= LAST_MINUTE ? 'The view ends in less than one minute.' : ''}
      </p>
    </>
  )
}

function formatLeft(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
