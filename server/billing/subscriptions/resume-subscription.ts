import {
  type Day,
  dayIn,
  formatDay,
  momentOf,
  monthsAfter,
  monthsBetween,
} from '#contract/calendar/billing-dates.ts'
import { linesOfItems, splitGiven } from '#contract/catalogue/items.ts'
import { totalOf } from '#contract/catalogue/plan.ts'
import {
  forgiveInvoice,
  type InvoiceLine,
  returnCredit,
  writeInvoice,
} from '#server/billing/invoices/invoices.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { MailDeps } from '#server/platform/mail/queue-mail.ts'
import { applyWaitingChange, isOnHoldOn, itemsOnHold, listItems } from './plan-items.ts'
import { noteRevenue } from './subscription.ts'

type Ended = {
  id: number
  accountId: number
  anchor: Day
  timeZone: string
  heldFrom: Day | null
  heldUntil: Day | null
  cancelOn: Day | null
  endedAt: Date
}
type Latest = { state: string; endsAt: Date }

/**
 * Continues an ended subscription with the same plan, prices and anchor day. Months since then are not
 * charged, and without a paid month the current one is free: the next charge is on the next anchor day.
 * False: it was canceled, and its last day has passed.
 */
export async function resumeSubscription(tx: Db, deps: MailDeps, subscriptionId: number): Promise<boolean> {
  const { now } = deps
  const ended = await tx.maybe<Ended>(sql`
    select id, account_id as "accountId", anchor_date as anchor, time_zone as "timeZone", held_from as "heldFrom",
      held_until as "heldUntil", cancel_on as "cancelOn", ended_at as "endedAt"
    from subscriptions where id = ${subscriptionId} and ended_at is not null for update`)
  if (!ended || (ended.cancelOn && momentOf(ended.timeZone, ended.cancelOn) <= now)) return false
  await giveUpEarlierMonths(tx, ended, now)
  const nextAt = await beginAgain(tx, deps, ended)
  await tx.run(
    sql`update subscriptions set ended_at = null, next_at = ${nextAt} where id = ${subscriptionId}`,
  )
  await noteRevenue(tx, ended.accountId, now)
  return true
}

/** A past month is not charged, even if its charge never reached the bank before the end. */
async function giveUpEarlierMonths(tx: Db, { id }: Ended, now: Date): Promise<void> {
  const passed = await tx.many<{ id: number }>(sql`
    update periods set state = 'given_up', next_try_at = null
    where subscription_id = ${id} and state in ('due', 'past_due') and ends_at <= ${now} returning id`)
  for (const period of passed) await returnCredit(tx, period.id, now)
}

/** When the next month begins. Null during a charge of the current one: its answer decides. */
async function beginAgain(tx: Db, deps: MailDeps, ended: Ended): Promise<Date | null> {
  const latest = await tx.one<Latest>(sql`
    select state, ends_at as "endsAt" from periods where subscription_id = ${ended.id} order by starts_on desc limit 1`)
  if (latest.state === 'charging') return null
  const isPaid = latest.state === 'paid' || latest.state === 'free'
  return isPaid && latest.endsAt > deps.now ? latest.endsAt : giveCurrentMonth(tx, deps, ended)
}

async function giveCurrentMonth(tx: Db, deps: MailDeps, ended: Ended): Promise<Date> {
  const { now } = deps
  const { id, anchor, timeZone } = ended
  const today = dayIn(timeZone, now)
  const months = monthsBetween(anchor, today)
  const begun = monthsAfter(anchor, months) > today ? months - 1 : months
  const [startsOn, endsOn] = [monthsAfter(anchor, begun), monthsAfter(anchor, begun + 1)]
  const endsAt = momentOf(timeZone, endsOn)
  const note = `Your account was closed from ${formatDay(dayIn(timeZone, ended.endedAt))} to ${formatDay(today)}. This month costs nothing.`
  const unpaid = await tx.maybe<{ id: number }>(sql`
    update periods set state = 'free', paid_at = ${now}, next_try_at = null
    where subscription_id = ${id} and starts_on = ${startsOn} returning id`)
  if (unpaid) {
    await forgiveInvoice(tx, unpaid.id, { label: WITHOUT_CHARGE, note }, now)
    return endsAt
  }
  await applyWaitingChange(tx, deps, ended, startsOn)
  const period = await tx.one<{ id: number }>(sql`
    insert into periods (subscription_id, starts_on, ends_on, due_at, ends_at, state, paid_at)
    values (${id}, ${startsOn}, ${endsOn}, ${momentOf(timeZone, startsOn)}, ${endsAt}, 'free', ${now})
    returning id`)
  const lines = await linesWithoutCharge(tx, ended, startsOn)
  const { accountId } = ended
  await writeInvoice(tx, { accountId, periodId: period.id, lines, note, isPaid: true }, now)
  return endsAt
}

const WITHOUT_CHARGE = 'Without charge'

/** The items at their prices, to compare the next bill with, and a credit for all of it. */
async function linesWithoutCharge(
  tx: Db,
  { id, heldFrom, heldUntil }: Ended,
  startsOn: Day,
): Promise<InvoiceLine[]> {
  const bought = await listItems(tx, id)
  const items = linesOfItems(isOnHoldOn(startsOn, heldFrom, heldUntil) ? itemsOnHold(bought) : bought)
  const lines = splitGiven(items).map((line): InvoiceLine => ({ ...line, kind: 'item' }))
  const total = totalOf(items)
  if (total === 0) return lines
  const credit = {
    kind: 'credit',
    label: WITHOUT_CHARGE,
    quantity: 1,
    unitPrice: -total,
    amount: -total,
  } as const
  return [...lines, credit]
}
