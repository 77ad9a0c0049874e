import { useEffect, useState } from 'react'
import {
  CLOSES_MINUTES_PAST,
  nextSessionStart,
  OPENS_MINUTES_BEFORE,
  slotNames,
  WEBINAR_POLL_SECONDS,
  type WebinarSlot,
  webinarSlots,
} from '#contract/calendar/webinar-hours.ts'
import { webinarStatus } from '#contract/features/webinars.ts'
import type { PageProps } from '#contract/page-values.ts'
import { send } from '#web/api.ts'
import { SingleLayout } from '#web/ui/SingleLayout.tsx'
import { formatStart } from './format-start.ts'

export function WebinarsPage({ values, provider, now }: PageProps<'webinars'>) {
  const { sessions, isStale } = useOpenSessions(values)
  const clock = useVisitorClock()
  const { webinarMorning, webinarAfternoon, gettingStartedVideo } = provider.links
  const rooms = { morning: webinarMorning, afternoon: webinarAfternoon }
  return (
    <SingleLayout provider={provider} now={now} wide>
      <h1>Training webinars</h1>
      <p className="lede">
        Live every weekday, with a trainer who answers your questions. Join from any computer. You do not need
        to register.
      </p>
      <div className="webinars-sessions">
        {slotNames.map((slot) => (
          <SessionCard key={slot} slot={slot} isOpen={sessions[slot]} room={rooms[slot]} clock={clock} />
        ))}
      </div>
      <noscript>
        <p className="hint">Reload this page to see whether a session is open.</p>
      </noscript>
      <p className="hint webinars-refresh" role="status">
        {isStale
          ? 'We could not refresh the status. We will try again in a minute.'
          : 'The status is refreshed every minute.'}
      </p>
      <div className="notes webinars-admission">
        <p>
          Sessions open {OPENS_MINUTES_BEFORE} minutes before and close {CLOSES_MINUTES_PAST} minutes past the
          hour.
        </p>
        <p>There is no admission after the start.</p>
        <p>
          No time for a session? Watch <a href={gettingStartedVideo}>the getting-started video</a> in the
          knowledge base.
        </p>
      </div>
    </SingleLayout>
  )
}

/**
 * As the server says: polled every minute while the page is visible, and at once when it becomes visible
 * again.
 */
function useOpenSessions(known: Record<WebinarSlot, boolean>) {
  const [sessions, setSessions] = useState(known)
  const [isStale, setStale] = useState(false)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const leaving = new AbortController()

    async function ask() {
      const outcome = await send(webinarStatus, {}, { signal: leaving.signal })
      if (outcome.kind === 'cancelled') return
      setStale(outcome.kind !== 'answered')
      if (outcome.kind !== 'answered') return
      const { morning, afternoon } = outcome.answer.webinars
      setSessions({ morning: morning.is_active, afternoon: afternoon.is_active })
    }

    function waitAndAsk() {
      clearTimeout(timer)
      if (document.hidden || leaving.signal.aborted) return
      timer = setTimeout(() => void ask().then(waitAndAsk), WEBINAR_POLL_SECONDS * 1000)
    }

    function lookAgain() {
      clearTimeout(timer)
      if (!document.hidden) void ask().then(waitAndAsk)
    }

    waitAndAsk()
    document.addEventListener('visibilitychange', lookAgain)
    return () => {
      clearTimeout(timer)
      leaving.abort()
      document.removeEventListener('visibilitychange', lookAgain)
    }
  }, [])

  return { sessions, isStale }
}

const MINUTE_MS = 60_000

/** The visitor's clock, to the minute. Undefined on the server, which does not know it. */
function useVisitorClock(): Date | undefined {
  const [now, setNow] = useState<Date>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    function look() {
      clearTimeout(timer)
      const moment = new Date()
      setNow(moment)
      timer = setTimeout(look, MINUTE_MS - (moment.getTime() % MINUTE_MS))
    }
    look()
    // Timers are delayed in background tabs and on sleeping laptops.
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  return now
}

type SessionCardProps = {
  slot: WebinarSlot
  isOpen: boolean
  room: string
  /** Undefined until the page is hydrated, because the visitor's time zone is unknown before. */
  clock: Date | undefined
}

function SessionCard({ slot, isOpen, room, clock }: SessionCardProps) {
  const { title, times } = webinarSlots[slot]
  const next = clock && nextSessionStart(slot, clock)
  return (
    <section className="tile" aria-labelledby={slot}>
      <div className="between">
        <h2 id={slot}>{title}</h2>
        <span role="status" aria-label={`${title} session`}>
          <span className={isOpen ? 'badge active' : 'badge'}>{isOpen ? 'Active' : 'Offline'}</span>
        </span>
      </div>
      <div>
        <p>Monday to Friday</p>
        <p className="webinars-times">{times}</p>
      </div>
      <p className="hint webinars-next">
        {next && (
          <>
            Next for you: <time dateTime={next.toISOString()}>{formatStart(next)}</time>
          </>
        )}
      </p>
      <a className={isOpen ? 'btn' : 'btn quiet'} href={room} target="_blank" rel="noopener">
        Join<span className="unseen"> the {title.toLowerCase()} session (opens in a new tab)</span>
      </a>
    </section>
  )
}
