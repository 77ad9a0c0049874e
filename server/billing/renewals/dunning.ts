import { DAY, HOUR, later } from '#server/ports/clock.ts'

/** Days after the first refusal on which a renewal is tried again. */
export const RETRY_DAYS = [1, 3, 5, 7] as const
const LAST_RETRY_DAY = Math.max(...RETRY_DAYS)
/** The last 24 hours begin a day before the last try. */
export const LAST_DAY_AFTER_MS = 6 * DAY
/** Sweeps come every minute: who was told a little less than a day ago has been told in time. */
const TOLD_IN_TIME_MS = 23 * HOUR

export type NextStep =
  | { kind: 'retry'; at: Date }
  /** Nobody was warned, because nothing ran: the last day begins now. */
  | { kind: 'last-day'; at: Date }
  | { kind: 'expire' }

/**
 * The last try, with which an account ends that nobody has paid for. It lies a week after the first refusal, and a day
 * after its owner was warned where that came late.
 */
export function lastTryAt(failedAt: Date, lastDayAt: Date | null, now: Date): Date {
  const planned = later(failedAt, LAST_RETRY_DAY * DAY)
  const lastDayFrom = later(failedAt, LAST_DAY_AFTER_MS)
  const warnedAt = lastDayAt ?? (lastDayFrom > now ? lastDayFrom : now)
  const isToldInTime = planned.getTime() - warnedAt.getTime() >= TOLD_IN_TIME_MS
  return isToldInTime ? planned : later(warnedAt, DAY)
}

/** What follows a refusal. Nobody loses an account without 24 hours' notice, however late we are. */
export function afterRefusal(failedAt: Date, lastDayAt: Date | null, now: Date): NextStep {
  const next = RETRY_DAYS.map((days) => later(failedAt, days * DAY)).find((at) => at > now)
  if (next) return { kind: 'retry', at: next }
  if (!lastDayAt) return { kind: 'last-day', at: later(now, DAY) }
  const isToldInTime = now.getTime() - lastDayAt.getTime() >= TOLD_IN_TIME_MS
  return isToldInTime ? { kind: 'expire' } : { kind: 'retry', at: later(lastDayAt, DAY) }
}
