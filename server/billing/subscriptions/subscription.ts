import type { Status } from '#contract/accounts/statuses.ts'
import { dayIn, momentOf, monthsAfter } from '#contract/calendar/billing-dates.ts'
import { splitGiven } from '#contract/catalogue/items.ts'
import { type PlanLine, totalOf } from '#contract/catalogue/plan.ts'
import { withCredit } from '#server/billing/invoices/bill-of-month.ts'
import {
  type InvoiceLine,
  returnCredit,
  spendReservedCredit,
  writeInvoice,
} from '#server/billing/invoices/invoices.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/**
 * Creates a subscription with its items, its paid first month and the invoice, which uses the credit reserved
 * by the order.
 */
export async function beginSubscription(
  tx: Db,
  paid: {
    accountId: number
    orderId: number | null
    chargeId: number | null
    /** The order's reserved credit. */
    creditCents?: number
    timeZone: string
    lines: readonly PlanLine[]
    note: string
  },
  now: Date,
): Promise<{ subscriptionId: number; invoiceNumber: string; nextChargeOn: string }> {
  const { accountId, timeZone, lines, creditCents = 0 } = paid
  const anchor = dayIn(timeZone, now)
  const nextChargeOn = monthsAfter(anchor, 1)
  const endsAt = momentOf(timeZone, nextChargeOn)
  const isFree = totalOf(lines) === 0
  const [state, tries] = isFree ? ['free', 0] : ['paid', 1]
  const begun = await tx.one<{ subscriptionId: number; periodId: number }>(sql`
    with subscription as (
      insert into subscriptions (account_id, anchor_date, time_zone, started_at, next_at)
      values (${accountId}, ${anchor}, ${timeZone}, ${now}, ${endsAt}) returning id
    ), bought as (
      insert into subscription_items (subscription_id, item, quantity, unit_price_cents, given)
      select subscription.id, line.key, line.quantity, line."unitPrice", coalesce(line.given, 0)
      from subscription, jsonb_to_recordset(${JSON.stringify(lines)})
        as line (key text, quantity integer, "unitPrice" integer, given integer)
    ), period as (
      insert into periods (subscription_id, starts_on, ends_on, due_at, ends_at, state, tries, paid_at)
      select id, ${anchor}::date, ${nextChargeOn}::date, ${now}::timestamptz, ${endsAt}::timestamptz, ${state}, ${tries}::integer,
        ${now}::timestamptz
      from subscription returning id
    )
    select subscription.id as "subscriptionId", period.id as "periodId" from subscription, period`)
  const items = splitGiven(lines).map((line): InvoiceLine => ({ ...line, kind: 'item' }))
  const bill = await writeInvoice(
    tx,
    {
      accountId,
      orderId: paid.orderId,
      periodId: begun.periodId,
      chargeId: paid.chargeId,
      ...withCredit({ lines: items, note: paid.note }, creditCents),
      isPaid: true,
    },
    now,
  )
  if (paid.orderId !== null && creditCents > 0)
    await spendReservedCredit(tx, { orderId: paid.orderId, invoiceId: bill.id }, now)
  return { subscriptionId: begun.subscriptionId, invoiceNumber: bill.number, nextChargeOn }
}

/** Ends a subscription: nothing more is charged. The account keeps its invoices and can be reactivated. */
export async function endSubscription(
  tx: Db,
  subscription: { id: number; accountId: number },
  status: 'canceled' | 'expired',
  now: Date,
): Promise<void> {
  await tx.run(sql`update subscriptions set ended_at = ${now}, next_at = null where id = ${subscription.id}`)
  await setStatus(tx, subscription.accountId, status, now)
  const givenUp = await tx.many<{ id: number }>(sql`
    update periods set state = 'given_up', next_try_at = null
    where subscription_id = ${subscription.id} and state in ('due', 'past_due') returning id`)
  for (const { id } of givenUp) await returnCredit(tx, id, now)
}

/** A canceled subscription continues. The cancellation's receipt stays, and says so. */
export async function undoCancellation(tx: Db, subscriptionId: number, now: Date): Promise<void> {
  await tx.run(sql`
    insert into undone_cancellations (reference, subscription_id, requested_at, cancel_on, reason, undone_at)
    select cancel_reference, id, cancel_requested_at, cancel_on, cancel_reason, ${now}
    from subscriptions where id = ${subscriptionId} and cancel_reference is not null`)
  await tx.run(sql`
    update subscriptions set cancel_requested_at = null, cancel_on = null, cancel_reason = null, cancel_reference = null
    where id = ${subscriptionId}`)
}

/** Withdraws what was planned for the next month. */
export async function withdrawChanges(tx: Db, subscriptionId: number, now: Date): Promise<void> {
  await tx.run(sql`
    update subscription_changes set withdrawn_at = ${now}
    where subscription_id = ${subscriptionId} and applied_at is null and withdrawn_at is null`)
}

/** An account that is closed for fraud stays so. */
export async function setStatus(tx: Db, accountId: number, status: Status, now: Date): Promise<void> {
  await tx.run(sql`
    update accounts set status = ${status}, status_since = ${now} where id = ${accountId} and fraud_marked_at is null`)
}

/**
 * Locks the running subscription, so that no month begins meanwhile. Read its data afterwards: a statement that waits for a
 * lock sees the data from before the wait.
 */
export async function lockRunning(tx: Db, accountId: number): Promise<number | undefined> {
  const running = await tx.maybe<{ id: number }>(sql`
    select id from subscriptions where account_id = ${accountId} and ended_at is null for update`)
  return running?.id
}

export type AccountState = { status: Status; isFraud: boolean }

/**
 * An account's state, locked until the transaction ends. Its running subscription is locked first, as by
 * charges and disputes, so that neither comes in between.
 */
export async function lockAccountState(tx: Db, accountId: number): Promise<AccountState> {
  await lockRunning(tx, accountId)
  return tx.one<AccountState>(sql`
    select status, fraud_marked_at is not null as "isFraud" from accounts where id = ${accountId} for update`)
}

/**
 * Call once the plan, its prices or its hold have changed: writes the movement of recurring revenue, if any.
 * The beginning and the end of a subscription have their own time, and are recorded by the database.
 */
export async function noteRevenue(tx: Db, accountId: number, now: Date): Promise<void> {
  await tx.run(sql`select note_revenue(${accountId}, ${now})`)
}

/**
 * Whether an account gets further bills: its subscription runs, and is not about to end. True also while a
 * month is past due, when no next bill can be shown yet.
 */
export async function isBilledOn(db: Db, accountId: number): Promise<boolean> {
  const running = await db.maybe(sql`
    select 1 from subscriptions where account_id = ${accountId} and ended_at is null and cancel_on is null`)
  return running !== undefined
}
