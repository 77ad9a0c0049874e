import { isRealDay } from '#server/platform/real-day.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'

/** A day (its start in UTC) or a time in ISO 8601; undefined if nothing was given. */
export function momentIn(text: string | undefined): Date | Refused | undefined {
  if (text === undefined) return undefined
  const isWritten = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?(?:\.\d+)?(?:Z|[+-]\d\d:\d\d))?$/.test(text)
  const moment = new Date(text)
  if (isWritten && isRealDay(text.slice(0, 10)) && !Number.isNaN(moment.getTime())) return moment
  return refuse('invalid-fields', {
    errors: `${text} is not a valid time. Enter a day like 2026-12-01, or a time with its zone like 2026-12-01T05:00:00Z.`,
  })
}
