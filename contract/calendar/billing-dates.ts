import { timeZones } from './time-zones.ts'

/** Billing counts calendar days (YYYY-MM-DD) in the time zone where the subscription was bought. */
export type Day = string

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

/** The calendar day of a moment in a time zone. */
export function dayIn(timeZone: string, moment: Date): Day {
  return wallClockIn(timeZone, moment).slice(0, 10)
}

/** The moment a day begins in a time zone, as in "midnight of the anchor date". */
export function momentOf(timeZone: string, day: Day): Date {
  const midnight = Date.parse(day)
  const guess = midnight - offsetMs(timeZone, new Date(midnight))
  const moment = new Date(midnight - offsetMs(timeZone, new Date(guess)))
  // Where daylight saving skips midnight, the day begins after the jump.
  return dayIn(timeZone, moment) < day ? new Date(moment.getTime() + HOUR_MS) : moment
}

/** The anchor plus a number of months, always counted from the anchor: January 31, February 28, March 31. */
export function monthsAfter(anchor: Day, months: number): Day {
  const [year = 0, month = 1, day = 1] = anchor.split('-').map(Number)
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return toDay(Date.UTC(year, month - 1 + months, Math.min(day, lastDay)))
}

/** Calendar months between two days; the days of the month do not matter. */
export function monthsBetween(from: Day, to: Day): number {
  const [fromYear = 0, fromMonth = 1] = from.split('-').map(Number)
  const [toYear = 0, toMonth = 1] = to.split('-').map(Number)
  return (toYear - fromYear) * 12 + toMonth - fromMonth
}

export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
}

export function daysAfter(day: Day, days: number): Day {
  return toDay(Date.parse(day) + days * DAY_MS)
}

export function dayBefore(day: Day): Day {
  return toDay(Date.parse(day) - DAY_MS)
}

let text: Intl.DateTimeFormat | undefined

/** December 15, 2026 */
export function formatDay(day: Day): string {
  text ??= new Intl.DateTimeFormat('en-US', {
    timeZone: 'UTC',
    month: 'long',
    day: 'numeric',
    year: 'numeric',
  })
  return text.format(Date.parse(day))
}

/** December 15: a near date where space is tight. */
export function formatShortDay(day: Day): string {
  return formatDay(day).replace(/, \d{4}$/, '')
}

/** December 14, 2026, 11:59 PM Central */
export function formatMoment(timeZone: string, moment: Date): string {
  const text = clockIn(timeZone, 'en-US', {
    month: 'long',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  })
  // Some engines write "at" between date and time, or a narrow space before AM: normalize, so that server and
  // browser match.
  const formatted = text.format(moment).replace(' at ', ', ').replace(/\s/g, ' ')
  return `${formatted} ${timeZones.find(({ value }) => value === timeZone)?.displayValue ?? timeZone}`
}

/** The last minute before a day begins in a time zone: the deadline for canceling. */
export function lastMomentBefore(timeZone: string, day: Day): string {
  return formatMoment(timeZone, new Date(momentOf(timeZone, day).getTime() - MINUTE_MS))
}

function toDay(milliseconds: number): Day {
  return new Date(milliseconds).toISOString().slice(0, 10)
}

function offsetMs(timeZone: string, moment: Date): number {
  return Date.parse(`${wallClockIn(timeZone, moment).replace(' ', 'T')}Z`) - moment.getTime()
}

/** The local time as 2026-11-15 09:00:00. */
function wallClockIn(timeZone: string, moment: Date): string {
  return clockIn(timeZone, 'sv-SE', { dateStyle: 'short', timeStyle: 'medium' }).format(moment)
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Formatters are reused, since creating one is expensive. Each language has one style here. */
function clockIn(timeZone: string, language: string, style: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = language + timeZone
  const clock = clocks.get(key) ?? new Intl.DateTimeFormat(language, { timeZone, ...style })
  clocks.set(key, clock)
  return clock
}
