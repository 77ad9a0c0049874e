import { CLOSES_MINUTES_PAST, OPENS_MINUTES_BEFORE, slotNames } from '#contract/calendar/webinar-hours.ts'
import type { PageProps } from '#contract/page-values.ts'
import { SingleLayout } from '#web/ui/SingleLayout.tsx'
import { SessionCard } from './SessionCard.tsx'
import { useOpenSessions } from './use-open-sessions.ts'
import { useVisitorClock } from './use-visitor-clock.ts'

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
