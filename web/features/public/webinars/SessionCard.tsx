import { nextSessionStart, type WebinarSlot, webinarSlots } from '#contract/calendar/webinar-hours.ts'
import { formatStart } from './format-start.ts'

type SessionCardProps = {
  slot: WebinarSlot
  isOpen: boolean
  room: string
  /** Undefined until the page is hydrated, because the visitor's time zone is unknown before. */
  clock: Date | undefined
}

export function SessionCard({ slot, isOpen, room, clock }: SessionCardProps) {
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
