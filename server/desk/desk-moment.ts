import { timeZones } from '#contract/calendar/time-zones.ts'
import type { DeskMoment } from '#contract/desk/desk-moment.ts'
import { formatShortMoment } from '#server/platform/format-moment.ts'

/** A moment in the account's time zone, and in UTC. */
export function momentIn(timeZone: string, moment: Date): DeskMoment {
  return {
    text: formatShortMoment(timeZone, moment),
    utc: `${moment.toISOString().slice(0, 19).replace('T', ' ')} UTC`,
  }
}

/** Central (US/Central) */
export function nameZone(timeZone: string): string {
  const name = timeZones.find(({ value }) => value === timeZone)?.displayValue
  return name ? `${name} (${timeZone})` : timeZone
}
