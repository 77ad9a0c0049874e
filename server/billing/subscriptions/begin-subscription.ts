import { dayIn, momentOf, monthsAfter } from '#contract/calendar/billing-dates.ts'
import { splitGiven } from '#contract/catalogue/items.ts'
import { type PlanLine, totalOf } from '#contract/catalogue/plan.ts'
import { withCredit } from '#server/billing/invoices/bill-of-month.ts'
import { spendReservedCredit } from '#server/billing/invoices/credits.ts'
import { type InvoiceLine, writeInvoice } from '#server/billing/invoices/invoices.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** Creates a subscription with its items, its paid first month, and the invoice. Credit that the order reserved is used by it. */
export async function beginSubscription(
  tx: Db,
  paid: {
    accountId: number
    orderId: number | null
    chargeId: number | null
    /** What the order has reserved. */
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
