import { timeZones } from '#contract/calendar/time-zones.ts'
import type { DeskMoment } from '#contract/desk/desk-moment.ts'
import { formatShortMoment } from '#server/platform/format-moment.ts'
import { isRealDay } from '#server/platform/real-day.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'

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

/** A day, or a day and a time, as a form of the desk gives it: always in UTC. Undefined if it is empty. */
export function utcMoment(text: string, field: string): Date | Refused | undefined {
  if (text === '') return undefined
  const [, day = '', time = '00:00'] = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d))?$/.exec(text) ?? []
  const moment = new Date(`${day}T${time}:00Z`)
  return isRealDay(day) && !Number.isNaN(moment.getTime())
    ? moment
    : wrongField(field, 'Enter a day like 2026-12-01.')
}

export function wrongField(field: string, message: string): Refused {
  return refuse('invalid-fields', { errors: { [field]: [message] } })
}

/** The same where it must be later than now. */
export function comingMoment(text: string, field: string, now: Date): Date | Refused | undefined {
  const moment = utcMoment(text, field)
  if (!(moment instanceof Date) || moment > now) return moment
  return wrongField(field, 'Choose a time in the future.')
}
