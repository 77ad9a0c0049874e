import type { Status } from '#contract/accounts/statuses.ts'
import { dayIn, momentOf, monthsAfter } from '#contract/calendar/billing-dates.ts'
import { defaultPrices } from '#contract/catalogue/default-prices.ts'
import { emptyPlan, linesOf, type PlanLine } from '#contract/catalogue/plan.ts'
import { explainInvoice, FIRST_BILL } from '#server/billing/invoices/bill-of-month.ts'
import { writeInvoice } from '#server/billing/invoices/invoices.ts'
import { postPaymentFailed } from '#server/billing/invoices/mails.ts'
import { noteRevenue } from '#server/billing/subscriptions/subscription.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { MailDeps } from '#server/platform/mail/queue-mail.ts'
import { DAY, later } from '#server/ports/clock.ts'

const ZONE = 'US/Central'
const before = linesOf({ ...emptyPlan(), triple: 2, lead: 2, callrecording: 2 }, defaultPrices)
const plan = linesOf(
  { ...emptyPlan(), triple: 2, lead: 2, callrecording: 2, 'skip-tracer': 1 },
  defaultPrices,
)

type Sample = { accountId: number; pin: string; holder: string; status: Status }
/** If `mailDeps` is omitted, no mails are queued. */
export type Seeding = { now: Date; mailDeps?: MailDeps }
type Month = { subscriptionId: number; from: string; to: string; lines: PlanLine[]; note: string }

/** How many days ago the current (or last) month began. */
const monthBegan: Partial<Record<Status, number>> = { past_due: 2, pending: 0, canceled: 40 }

/** The days of a sample's months, and since when its account exists and has its status. */
export function sampleDates(status: Status, now: Date) {
  const thisMonth = dayIn(ZONE, later(now, -(monthBegan[status] ?? 9) * DAY))
  const isNew = status === 'pending'
  const anchor = isNew ? thisMonth : monthsAfter(thisMonth, -1)
  // Counted from the anchor day, as every month is, because a shorter month moves the day.
  const second = monthsAfter(anchor, 1)
  const end = momentOf(ZONE, monthsAfter(anchor, isNew ? 1 : 2))
  const began = momentOf(ZONE, anchor)
  const changed: Partial<Record<Status, Date>> = { past_due: momentOf(ZONE, second), canceled: end }
  return { anchor, second, end, began, statusSince: changed[status] ?? began }
}

/**
 * A card, a subscription, its invoices and the mail about a failed payment, as if the account had existed for
 * a while.
 */
export async function seedSubscription(tx: Db, sample: Sample, { now, mailDeps }: Seeding): Promise<void> {
  const { accountId, status } = sample
  const { anchor, second, end, began } = sampleDates(status, now)
  const isNew = status === 'pending'
  const hasEnded = status === 'canceled'
  const isPastDue = status === 'past_due'
  const cardToken = await seedCard(tx, sample, now)
  const { id } = await tx.one<{ id: number }>(sql`
    insert into subscriptions (account_id, anchor_date, time_zone, started_at, next_at, ended_at, cancel_requested_at,
      cancel_on, cancel_reason, cancel_reference)
    values (${accountId}, ${anchor}, ${ZONE}, ${began},
      ${hasEnded || isPastDue ? null : end}, null, ${hasEnded ? later(end, -12 * DAY) : null},
      ${hasEnded ? dayIn(ZONE, end) : null}, ${hasEnded ? 'Other' : null},
      ${hasEnded ? `C-DEMO-0000-${sample.pin.slice(0, 3)}0-${sample.pin.slice(3)}0` : null})
    returning id`)
  if (isNew) {
    await addItems(tx, id, plan)
    await seedMonth(tx, sample, cardToken, months(id, anchor, second, plan, FIRST_BILL), 'paid')
    return
  }
  await addItems(tx, id, before)
  await noteRevenue(tx, accountId, began)
  await seedMonth(tx, sample, cardToken, months(id, anchor, second, before, FIRST_BILL), 'paid')
  await addItems(tx, id, plan)
  await noteRevenue(tx, accountId, momentOf(ZONE, second))
  const why = explainInvoice(asInvoice(plan), { lines: asInvoice(before) })
  const next = months(id, second, monthsAfter(anchor, 2), plan, why)
  const periodId = await seedMonth(tx, sample, cardToken, next, isPastDue ? 'past_due' : 'paid')
  if (isPastDue && mailDeps) await postPaymentFailed(tx, mailDeps, periodId)
  if (!hasEnded) return
  await tx.run(sql`update subscriptions set ended_at = ${end} where id = ${id}`)
  await noteRevenue(tx, accountId, end)
}

/** Adds what the plan does not have yet. */
async function addItems(tx: Db, subscriptionId: number, lines: readonly PlanLine[]): Promise<void> {
  for (const line of lines) {
    await tx.run(sql`
      insert into subscription_items (subscription_id, item, quantity, unit_price_cents)
      values (${subscriptionId}, ${line.key}, ${line.quantity}, ${line.unitPrice}) on conflict do nothing`)
  }
}

async function seedCard(tx: Db, sample: Sample, now: Date): Promise<string> {
  const token = `sandbox-sample-${sample.pin}`
  const isPastDue = sample.status === 'past_due'
  const lastFour = isPastDue ? '0341' : '1111'
  await tx.run(sql`
    insert into sandbox_cards (token, brand, last_four, behaviour, created_at)
    values (${token}, 'Visa', ${lastFour}, ${isPastDue ? 'declined-at-renewal' : 'approved'}, ${now})`)
  await tx.run(sql`
    insert into cards (account_id, gateway, gateway_token, brand, last_four, holder, expires_month, expires_year, created_at)
    values (${sample.accountId}, 'sandbox', ${token}, 'Visa', ${lastFour}, ${sample.holder}, 12,
      ${now.getUTCFullYear() + 2}, ${now})`)
  return token
}

async function seedMonth(
  tx: Db,
  sample: Sample,
  cardToken: string,
  month: Month,
  state: 'paid' | 'past_due',
): Promise<number> {
  const { accountId } = sample
  const begins = momentOf(ZONE, month.from)
  const isPaid = state === 'paid'
  const total = month.lines.reduce((sum, line) => sum + line.amount, 0)
  const period = await tx.one<{ id: number }>(sql`
    insert into periods (subscription_id, starts_on, ends_on, due_at, ends_at, state, tries, paid_at, next_try_at)
    values (${month.subscriptionId}, ${month.from}, ${month.to}, ${begins}, ${momentOf(ZONE, month.to)}, ${state}, 1,
      ${isPaid ? begins : null}, ${isPaid ? null : later(begins, 3 * DAY)})
    returning id`)
  const charge = await tx.one<{ id: number }>(sql`
    insert into charges (key, period_id, account_id, gateway, gateway_reference, gateway_token, amount_cents, brand,
      last_four, expires_month, expires_year, holder, outcome, reason, created_at, settled_at)
    select 'sample-' || gen_random_uuid(), ${period.id}, ${accountId}, 'sandbox', 'sample-' || gen_random_uuid(),
      ${cardToken}, ${total}, brand, last_four, expires_month, expires_year, holder, ${isPaid ? 'paid' : 'declined'}, ${isPaid ? null : 'declined'},
      ${begins}::timestamptz, ${begins}::timestamptz
    from cards where account_id = ${accountId}
    returning id`)
  // The sandbox knows the payment, too, so that it can be refunded.
  if (isPaid)
    await tx.run(sql`
      insert into sandbox_charges (reference, key, token, amount_cents, outcome, created_at)
      select gateway_reference, key, gateway_token, amount_cents, 'paid', created_at from charges where id = ${charge.id}`)
  await writeInvoice(
    tx,
    {
      accountId,
      periodId: period.id,
      chargeId: isPaid ? charge.id : null,
      lines: asInvoice(month.lines),
      note: month.note,
      isPaid,
    },
    begins,
  )
  if (!isPaid)
    await tx.run(sql`
      update periods set failed_at = ${begins}, planned_try_at = next_try_at, try_because = 'usual'
      where id = ${period.id}`)
  return period.id
}

function months(subscriptionId: number, from: string, to: string, lines: PlanLine[], note: string): Month {
  return { subscriptionId, from, to, lines, note }
}

function asInvoice(lines: readonly PlanLine[]) {
  return lines.map((line) => ({ ...line, kind: 'item' as const }))
}
