import { type Day, dayIn, daysAfter, momentOf } from '#contract/calendar/billing-dates.ts'
import { DAY, HOUR, later, MINUTE } from '#server/ports/clock.ts'
import type { RetryClass } from './reasons.ts'

/** Days after the first refusal on which a renewal is retried if nothing speaks for another time. */
const RETRY_DAYS = [1, 3, 5, 7] as const
const MOST_RETRIES = RETRY_DAYS.length
export const LAST_RETRY_DAY = Math.max(...RETRY_DAYS)
/** The last 24 hours begin one day before the account ends. */
export const LAST_DAY_AFTER_MS = (LAST_RETRY_DAY - 1) * DAY
/** The renewal job runs every minute, so a notice sent slightly less than a day ago still counts as 24 hours. */
export const TOLD_IN_TIME_MS = 23 * HOUR
/** The job has not run since then: nobody knows how many minutes it still takes. */
const OVERDUE_AFTER_MS = 15 * MINUTE
/** A bank that was busy is asked again after this time, once. */
const SOON_MS = 4 * HOUR
/** Wages and benefits have arrived by then. */
const PAYDAY_HOUR = 6

/** An unpaid month that the bank has refused. */
export type Dunning = {
  failedAt: Date
  lastDayAt: Date | null
  /** The automatic tries since the first refusal. Those of the customer do not count. */
  retries: number
  /** The bank was busy before, and has been asked again within hours. */
  hasRetriedSoon: boolean
  zone: string
}
export type RetryReason = 'usual' | 'payday' | 'bank-busy' | 'last'
export type PlannedTry = { at: Date; because: RetryReason }

/**
 * When an unpaid account ends: a week after the first refusal, or one day after the owner was warned, if the
 * warning was late. A try at this time is the last one.
 */
export function endOfDunning(failedAt: Date, lastDayAt: Date | null, now: Date): Date {
  const planned = later(failedAt, LAST_RETRY_DAY * DAY)
  const lastDayFrom = later(failedAt, LAST_DAY_AFTER_MS)
  const warnedAt = lastDayAt ?? (lastDayFrom > now ? lastDayFrom : now)
  const isWarnedInTime = planned.getTime() - warnedAt.getTime() >= TOLD_IN_TIME_MS
  return isWarnedInTime ? planned : later(warnedAt, DAY)
}

/** Whether the renewal job, which runs every minute, is late for this moment. */
export function isOverdue(at: Date, now: Date): boolean {
  return now.getTime() - at.getTime() > OVERDUE_AFTER_MS
}

/** The next automatic try. Null if none is left: the account then ends without one. */
export function planTry(dunning: Dunning, retryClass: RetryClass, now: Date): PlannedTry | null {
  const left = MOST_RETRIES - dunning.retries
  if (retryClass === 'never' || left <= 0) return null
  const { failedAt, lastDayAt } = dunning
  const last: PlannedTry = { at: endOfDunning(failedAt, lastDayAt, now), because: 'last' }
  if (last.at <= now) return null
  if (left === 1) return last
  const soon: PlannedTry = { at: later(now, SOON_MS), because: 'bank-busy' }
  if (retryClass === 'soon' && !dunning.hasRetriedSoon && soon.at < last.at) return soon
  const days = retryClass === 'payday' ? withPaydays(dunning) : usualTries(dunning)
  return days.find(({ at }) => at > now && at < last.at) ?? last
}

function usualTries({ failedAt }: Dunning): PlannedTry[] {
  return RETRY_DAYS.slice(0, -1).map((days) => ({ at: later(failedAt, days * DAY), because: 'usual' }))
}

/**
 * Tries 2 and 3 move to the mornings of paydays, in order. A single payday after the usual day of try 3
 * replaces that one; otherwise it replaces try 2.
 */
function withPaydays(dunning: Dunning): PlannedTry[] {
  const [first, second, third] = usualTries(dunning) as [PlannedTry, PlannedTry, PlannedTry]
  const end = later(dunning.failedAt, LAST_RETRY_DAY * DAY)
  const [payday, next] = listPaydays(dunning, first.at, end)
  if (!payday) return [first, second, third]
  if (next) return [first, payday, next]
  return payday.at < third.at ? [first, payday, third] : [first, second, payday]
}

function listPaydays({ failedAt, zone }: Dunning, after: Date, before: Date): PlannedTry[] {
  const begin = dayIn(zone, failedAt)
  return Array.from({ length: LAST_RETRY_DAY + 1 }, (_, days) => daysAfter(begin, days))
    .filter(isPayday)
    .map((day) => ({ at: later(momentOf(zone, day), PAYDAY_HOUR * HOUR), because: 'payday' as const }))
    .filter(({ at }) => at > after && at < before)
}

/** The 1st, the 15th, the last working day of a month, and Fridays. Holidays are not known here. */
export function isPayday(day: Day): boolean {
  const date = new Date(`${day}T00:00:00Z`)
  const [dayOfMonth, weekday] = [date.getUTCDate(), date.getUTCDay()]
  return dayOfMonth === 1 || dayOfMonth === 15 || weekday === FRIDAY || isLastWorkingDay(date)
}

const FRIDAY = 5
const SATURDAY = 6

function isLastWorkingDay(date: Date): boolean {
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0))
  while (last.getUTCDay() === 0 || last.getUTCDay() === SATURDAY) last.setUTCDate(last.getUTCDate() - 1)
  return date.getTime() === last.getTime()
}
