import { Temporal } from 'temporal-polyfill'

/** Billing counts in calendar days of the account's own time zone. Days are written YYYY-MM-DD. */
export type Day = string

export function dayIn(timeZone: string, moment: Date): Day {
  return zoned(timeZone, moment).toPlainDate().toString()
}

/** The anchor plus so many months, counted from the anchor: 31 January, 28 February, 31 March. */
export function monthsAfter(anchor: Day, months: number): Day {
  return Temporal.PlainDate.from(anchor).add({ months }, { overflow: 'constrain' }).toString()
}

/** The first moment of a day in a time zone, also where the clocks change at midnight. */
export function startOfDay(timeZone: string, day: Day): Date {
  return new Date(Temporal.PlainDate.from(day).toZonedDateTime({ timeZone }).epochMilliseconds)
}

/** December 15, 2026 */
export function dayInWords(day: Day): string {
  return Temporal.PlainDate.from(day).toLocaleString('en-US', {
    month: 'long',
    day: 'numeric',
    year: 'numeric',
  })
}

export function dayBefore(day: Day): Day {
  return Temporal.PlainDate.from(day).subtract({ days: 1 }).toString()
}

function zoned(timeZone: string, moment: Date): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(timeZone)
}
