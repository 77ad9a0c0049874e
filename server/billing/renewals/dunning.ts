import { DAY, HOUR, later } from '#server/ports/clock.ts'

/** Days after the first decline on which a renewal is retried. */
const RETRY_DAYS = [1, 3, 5, 7] as const
const LAST_RETRY_DAY = Math.max(...RETRY_DAYS)
/** The last 24 hours begin one day before the last retry. */
export const LAST_DAY_AFTER_MS = (LAST_RETRY_DAY - 1) * DAY
/** The renewal job runs every minute, so a notice sent slightly less than a day ago still counts as 24 hours. */
const TOLD_IN_TIME_MS = 23 * HOUR

export type NextStep =
  | { kind: 'retry'; at: Date }
  /** No notice was sent, because of downtime: the last day begins now. */
  | { kind: 'last-day'; at: Date }
  | { kind: 'expire' }

/**
 * The time of the last retry, after which an unpaid account ends: a week after the first decline, or one day
 * after the owner was warned, if the warning was late.
 */
export function lastTryAt(failedAt: Date, lastDayAt: Date | null, now: Date): Date {
  const planned = later(failedAt, LAST_RETRY_DAY * DAY)
  const lastDayFrom = later(failedAt, LAST_DAY_AFTER_MS)
  const warnedAt = lastDayAt ?? (lastDayFrom > now ? lastDayFrom : now)
  const isWarnedInTime = planned.getTime() - warnedAt.getTime() >= TOLD_IN_TIME_MS
  return isWarnedInTime ? planned : later(warnedAt, DAY)
}

/** The step after a decline. No account ends without 24 hours' notice, however late we are. */
export function afterRefusal(failedAt: Date, lastDayAt: Date | null, now: Date): NextStep {
  const next = RETRY_DAYS.map((days) => later(failedAt, days * DAY)).find((at) => at > now)
  if (next) return { kind: 'retry', at: next }
  if (!lastDayAt) return { kind: 'last-day', at: later(now, DAY) }
  const isWarnedInTime = now.getTime() - lastDayAt.getTime() >= TOLD_IN_TIME_MS
  return isWarnedInTime ? { kind: 'expire' } : { kind: 'retry', at: later(lastDayAt, DAY) }
}

/** The retry that was planned at a moment. Undefined if the last one was already due. */
export function plannedTryAt(failedAt: Date, lastDayAt: Date | null, at: Date): Date | undefined {
  const next = afterRefusal(failedAt, lastDayAt, at)
  if (next.kind === 'retry') return next.at
  const last = lastTryAt(failedAt, lastDayAt, at)
  return last > at ? last : undefined
}
