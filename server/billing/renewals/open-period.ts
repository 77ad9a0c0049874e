import { momentOf, monthsAfter, monthsBetween } from '#contract/calendar/billing-dates.ts'
import { billOfMonth } from '#server/billing/invoices/bill-of-month.ts'
import { lockCredit, noteCreditUsed } from '#server/billing/invoices/credits.ts'
import { writeInvoice } from '#server/billing/invoices/invoices.ts'
import { postEnded, postRenewalReceipt } from '#server/billing/invoices/mails.ts'
import { endSubscription } from '#server/billing/subscriptions/end-subscription.ts'
import { followPrice } from '#server/billing/subscriptions/free-status.ts'
import { noteRevenue } from '#server/billing/subscriptions/note-revenue.ts'
import { applyWaitingChange, listItems } from '#server/billing/subscriptions/plan-items.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { MailDeps } from '#server/platform/mail/queue-mail.ts'

type Ending = {
  id: number
  accountId: number
  anchor: string
  timeZone: string
  heldFrom: string | null
  heldUntil: string | null
  cancelOn: string | null
}

/**
 * Begins the next month with its invoice, or ends the subscription if it was to end here. If several
 * instances try at once, one of them locks the subscription, and the constraint on subscription and month is
 * the final safeguard. False: another instance was first.
 */
export async function openPeriod(tx: Db, deps: MailDeps, subscriptionId: number): Promise<boolean> {
  const { now } = deps
  const ending = await tx.maybe<Ending>(sql`
    select s.id, s.account_id as "accountId", s.anchor_date as anchor, s.time_zone as "timeZone",
      s.held_from as "heldFrom", s.held_until as "heldUntil", s.cancel_on as "cancelOn"
    from subscriptions s
    where s.id = ${subscriptionId} and s.ended_at is null and s.next_at <= ${now}
    for update of s skip locked`)
  if (!ending) return false
  // Read only after the lock is held, because the previous holder may have opened a month.
  const { startsOn } = await tx.one<{ startsOn: string }>(sql`
    select max(ends_on) as "startsOn" from periods where subscription_id = ${ending.id}`)
  const { anchor, timeZone, accountId } = ending
  if (ending.cancelOn && ending.cancelOn <= startsOn) {
    await endSubscription(tx, ending, 'canceled', now)
    await postEnded(tx, deps, accountId)
    return true
  }
  await applyWaitingChange(tx, deps, ending, startsOn)
  const bought = await listItems(tx, ending.id)
  await followPrice(tx, accountId, bought, now)
  const { lines, note, total, credit } = await billOfMonth(
    tx,
    ending,
    bought,
    startsOn,
    await lockCredit(tx, accountId),
  )
  const endsOn = monthsAfter(anchor, monthsBetween(anchor, startsOn) + 1)
  const endsAt = momentOf(timeZone, endsOn)
  const dueAt = momentOf(timeZone, startsOn)
  // If it costs nothing, or credit pays for it, there is no charge.
  const isSettled = total === 0
  const state = !isSettled ? 'due' : credit > 0 ? 'paid' : 'free'
  const period = await tx.one<{ id: number }>(sql`
    with period as (
      insert into periods (subscription_id, starts_on, ends_on, due_at, ends_at, state, next_try_at, paid_at)
      values (${ending.id}, ${startsOn}, ${endsOn}, ${dueAt}, ${endsAt}, ${state},
        ${isSettled ? null : dueAt}, ${isSettled ? now : null})
      returning id
    ), running as (
      update subscriptions set next_at = ${isSettled ? endsAt : null} where id = ${ending.id}
    )
    select id from period`)
  await noteRevenue(tx, accountId, now)
  // Its number is locked from here to the commit.
  const bill = await writeInvoice(tx, { accountId, periodId: period.id, lines, note, isPaid: isSettled }, now)
  if (credit > 0) await noteCreditUsed(tx, { accountId, invoiceId: bill.id, cents: credit }, now)
  if (state === 'paid') await postRenewalReceipt(tx, deps, period.id)
  return true
}
