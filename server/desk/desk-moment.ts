import { timeZones } from '#contract/calendar/time-zones.ts'
import type { DeskMoment } from '#contract/desk/desk-moment.ts'
import { formatShortMoment } from '#server/platform/format-moment.ts'
import { isRealDay } from '#server/platform/real-day.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { DAY, later } from '#server/ports/clock.ts'

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

/** The days of a filter, whole days in UTC, inclusive. Undefined if one is not a day. */
export function daysIn({ from, to }: { from: string; to: string }) {
  const [since, last] = [utcMoment(from), utcMoment(to)]
  if (since === null || last === null) return undefined
  return { since, before: last && later(last, DAY) }
}

/** A day, or a day and a time, in UTC. Undefined if it is empty, null if it is neither. */
function utcMoment(text: string): Date | undefined | null {
  if (text === '') return undefined
  const [, day = '', time = '00:00'] = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d))?$/.exec(text) ?? []
  const moment = new Date(`${day}T${time}:00Z`)
  return isRealDay(day) && !Number.isNaN(moment.getTime()) ? moment : null
}

export function wrongField(field: string, message: string): Refused {
  return refuse('invalid-fields', { errors: { [field]: [message] } })
}

/** A future moment from a desk form, always in UTC. Undefined if empty. */
export function comingMoment(text: string, field: string, now: Date): Date | undefined {
  const moment = utcMoment(text)
  if (moment === null) throw wrongField(field, 'Enter a day like 2026-12-01.')
  if (moment && moment <= now) throw wrongField(field, 'Choose a time in the future.')
  return moment
}
