import { mailOwner } from '#server/accounts/accounts.ts'
import { expiredMail, postLastDay, postPaymentFailed } from '#server/billing/invoices/mails.ts'
import { endSubscription } from '#server/billing/subscriptions/subscription.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { MailDeps } from '#server/platform/mail/queue-mail.ts'
import { txOf } from '#server/platform/transaction.ts'
import { DAY, HOUR, later } from '#server/ports/clock.ts'
import { endOfDunning, LAST_DAY_AFTER_MS, LAST_RETRY_DAY, TOLD_IN_TIME_MS } from './dunning.ts'
import { keepPlan, planNext, savePlan, type Unpaid } from './plan-tries.ts'

/** A month that could not be charged. Its first failure is now if it had none. */
export type Failing = Omit<Unpaid, 'failedAt'> & { failedAt: Date | null }

/**
 * Plans what follows a refusal, pauses the account, and tells the owner; or ends the account if its time is
 * over. A customer's own try, even one found declined late, does not replace an automatic one.
 */
export async function failMonth(
  tx: Db,
  mailDeps: MailDeps,
  month: Failing,
  { isTryOfCustomer, isMailed }: { isTryOfCustomer: boolean; isMailed: boolean },
): Promise<void> {
  const { now } = mailDeps
  const { periodId, accountId, failedAt } = month
  const isLastDay = failedAt !== null && later(failedAt, LAST_DAY_AFTER_MS) <= now
  const unpaid = {
    ...month,
    failedAt: failedAt ?? now,
    lastDayAt: month.lastDayAt ?? (isLastDay ? now : null),
  }
  const plan = isTryOfCustomer && failedAt ? await keepPlan(tx, unpaid, now) : await planNext(tx, unpaid, now)
  const isBackupNext = plan.at !== null && plan.because === 'backup'
  const hasEnded = endOfDunning(unpaid.failedAt, unpaid.lastDayAt, now) <= now
  if (hasEnded && !isBackupNext && !isTryOfCustomer) {
    await endUnpaid(tx, mailDeps, month)
    return
  }
  await savePlan(tx, unpaid, plan)
  await tx.run(sql`
    update accounts set status = 'past_due', status_since = ${now} where id = ${accountId} and status = 'active'`)
  // What the backup card's bank says is mailed.
  if (isBackupNext) return
  if (isLastDay && !month.lastDayAt) await beginLastDay(tx, mailDeps, periodId)
  else if (isMailed || !failedAt) await postPaymentFailed(tx, mailDeps, periodId)
}

/**
 * A due month whose card cannot be charged: its bank has refused it for good, or too often, or it was removed.
 * False: another instance has planned it in the meantime.
 */
export async function passOver(tx: Db, mailDeps: MailDeps, periodId: number): Promise<boolean> {
  const month = await tx.maybe<Failing>(sql`
    select p.id as "periodId", s.id as "subscriptionId", s.account_id as "accountId", a.time_zone as zone,
      p.failed_at as "failedAt", p.last_day_at as "lastDayAt", p.retries, p.has_retried_soon as "hasRetriedSoon",
      p.next_card as "nextCard", p.try_because as "tryBecause", p.planned_try_at as "plannedTryAt"
    from periods p join subscriptions s on s.id = p.subscription_id join accounts a on a.id = s.account_id
    where p.id = ${periodId} and p.state in ('due', 'past_due') and s.ended_at is null
    for update of p, s`)
  if (!month) return false
  if (!(await askBackupFirst(tx, month, mailDeps.now)))
    await failMonth(tx, mailDeps, month, { isTryOfCustomer: false, isMailed: false })
  return true
}

/** In a month in which nothing was refused yet, so that the account is not paused. */
async function askBackupFirst(tx: Db, month: Failing, now: Date): Promise<boolean> {
  if (month.failedAt) return false
  const plan = await planNext(tx, { ...month, failedAt: now }, now)
  if (plan.at === null || plan.because !== 'backup') return false
  await tx.run(sql`
    update periods set next_try_at = ${now}, planned_try_at = ${now}, next_card = 'backup', try_because = 'backup'
    where id = ${month.periodId}`)
  return true
}

/** Begins the last 24 hours, once per open month, and notifies the owner. */
export async function beginLastDay(tx: Db, mailDeps: MailDeps, periodId: number): Promise<boolean> {
  const { now } = mailDeps
  const begun = await tx.maybe<{ failedAt: Date }>(sql`
    with begun as (
      update periods set last_day_at = ${now} where id = ${periodId} and state = 'past_due' and last_day_at is null
      returning subscription_id, failed_at
    ), paused as (
      -- An account that is still being set up stays so.
      update accounts a set status = '24h_past_due', status_since = ${now}
      from begun join subscriptions s on s.id = begun.subscription_id
      where a.id = s.account_id and a.status = 'past_due'
    )
    select failed_at as "failedAt" from begun`)
  if (!begun) return false
  // A late warning moves the end, and the last try with it.
  const endsAt = endOfDunning(begun.failedAt, now, now)
  await tx.run(sql`
    update periods set next_try_at = ${endsAt}, planned_try_at = ${endsAt}
    where id = ${periodId} and state = 'past_due' and try_because = 'last'`)
  await postLastDay(tx, mailDeps, periodId)
  return true
}

/** Months without a try left whose time is over. */
export function listEndedWithoutTry(
  db: Db,
  now: Date,
  { leaveOut, atMost }: { leaveOut: number[]; atMost: number },
): Promise<{ id: number }[]> {
  const weekAgo = later(now, -LAST_RETRY_DAY * DAY)
  // As endOfDunning: a warning that was late moves the end to a day after it.
  const inTimeHours = LAST_RETRY_DAY * 24 - TOLD_IN_TIME_MS / HOUR
  return db.many<{ id: number }>(sql`
    select id from periods
    where state = 'past_due' and next_try_at is null and failed_at <= ${weekAgo} and id <> all(${leaveOut}::bigint[])
      and (last_day_at <= failed_at + make_interval(hours => ${inTimeHours}::integer) or last_day_at <= ${later(now, -DAY)})
    order by failed_at limit ${atMost}`)
}

/** False: it was paid, planned again or ended in the meantime. */
export async function endWithoutTry(tx: Db, mailDeps: MailDeps, periodId: number): Promise<boolean> {
  const month = await tx.maybe<Pick<Unpaid, 'periodId' | 'subscriptionId' | 'accountId'>>(sql`
    select p.id as "periodId", s.id as "subscriptionId", s.account_id as "accountId"
    from periods p join subscriptions s on s.id = p.subscription_id
    where p.id = ${periodId} and p.state = 'past_due' and p.next_try_at is null and s.ended_at is null
    for update of p, s`)
  if (month) await endUnpaid(tx, mailDeps, month)
  return month !== undefined
}

async function endUnpaid(
  tx: Db,
  mailDeps: MailDeps,
  { periodId, subscriptionId, accountId }: Pick<Unpaid, 'periodId' | 'subscriptionId' | 'accountId'>,
): Promise<void> {
  await tx.run(sql`update periods set state = 'past_due' where id = ${periodId}`)
  await endSubscription(tx, { id: subscriptionId, accountId }, 'expired', mailDeps.now)
  await mailOwner(txOf(tx, mailDeps), accountId, expiredMail)
}
