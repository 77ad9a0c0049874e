import type { DeskMoment } from '#contract/desk/desk-moment.ts'

/** A moment in the account's time zone; pointing at it shows UTC. */
export function Moment({ at: { text, utc } }: { at: DeskMoment }) {
  return (
    <time dateTime={utc.replace(' UTC', 'Z').replace(' ', 'T')} title={utc}>
      {text}
    </time>
  )
}
