import * as messages from '#contract/billing/messages.ts'
import { dialerKeys } from '#contract/catalogue/dialers.ts'
import { FREE_OF_CHARGE, givenOf, type PlanItem } from '#contract/catalogue/items.ts'
import type { Cents } from '#contract/catalogue/money.ts'
import { items } from '#contract/catalogue/plan.ts'
import type { PlanMonth } from '#contract/catalogue/plan-change.ts'
import { findBills, linesGivenBack, type PaidBill } from '#server/billing/refunds/paid-bills.ts'
import { lockRunning } from '#server/billing/subscriptions/subscription.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Refused, refuse, refuseOutdated } from '#server/platform/refusal.ts'

export type Plan = {
  id: number
  zone: string
  month: PlanMonth
  items: PlanItem[]
  hasWaitingChange: boolean
  isCanceled: boolean
  /** On hold now, or from the next month on. */
  isOnHold: boolean
  /**
   * The current month is being charged, or its charge failed, or it is over and the next one is about to be
   * charged.
   */
  isUnpaid: boolean
}

export async function findPlan(db: Db, accountId: number, now: Date): Promise<Plan | undefined> {
  const found = await db.maybe<Plan & { periodId: number }>(sql`
    select s.id, s.time_zone as zone, p.id as "periodId", jsonb_build_object('from', p.starts_on, 'to', p.ends_on, 'isFree',
        p.state = 'free') as month,
      (select coalesce(jsonb_agg(jsonb_build_object('key', i.item, 'quantity', i.quantity, 'unitPrice', i.unit_price_cents,
        'given', i.given) order by i.item), '[]') from subscription_items i where i.subscription_id = s.id) as items,
      exists (select from subscription_changes c
        where c.subscription_id = s.id and c.applied_at is null and c.withdrawn_at is null) as "hasWaitingChange",
      s.cancel_on is not null as "isCanceled", coalesce(s.held_until > p.starts_on, false) as "isOnHold",
      p.state not in ('paid', 'free') or p.ends_at <= ${now} as "isUnpaid"
    from subscriptions s
    join lateral (select id, starts_on, ends_on, ends_at, state from periods where subscription_id = s.id
      order by starts_on desc limit 1) p on true
    where s.account_id = ${accountId} and s.ended_at is null`)
  if (!found) return undefined
  const { periodId, ...plan } = found
  const creditPrices = await findCreditPrices(db, { accountId, periodId }, plan.items)
  return creditPrices ? { ...plan, month: { ...plan.month, creditPrices } } : plan
}

/** The lowest monthly cost before any of the changes since then; null if there were none. */
export async function findLowestCost(db: Db, accountId: number, since: Date): Promise<number | null> {
  const { cents } = await db.one<{ cents: number | null }>(sql`
    select min((details ->> 'monthlyBefore')::int) as cents from audit
    where account_id = ${accountId} and at > ${since} and action = 'plan-changed'`)
  return cents
}

/** Whether the same reduction is already planned. */
export async function isPlanned(
  tx: Db,
  subscriptionId: number,
  next: { on: string; items: readonly PlanItem[] },
): Promise<boolean> {
  const planned = await tx.maybe(sql`
    select 1 from subscription_changes
    where subscription_id = ${subscriptionId} and applied_at is null and withdrawn_at is null
      and effective_on = ${next.on} and items = ${JSON.stringify(next.items)}::jsonb`)
  return planned !== undefined
}

/** Locks first and reads afterwards: the request that held the lock may have started another month. */
export async function lockPlan(tx: Db, accountId: number, now: Date): Promise<Plan | undefined> {
  await lockRunning(tx, accountId)
  return findPlan(tx, accountId, now)
}

type Month = { accountId: number; periodId: number }
/** How many units a bill's lines have, by label. */
type Units = Record<string, number>

/**
 * What an exchange credits for a dialer if money of this month's bills was refunded, is being refunded, or
 * was lost in a dispute, and if units were free when the month began and no longer are. Money returned
 * without naming a line counts against the dialer first, so that no more is credited than was paid and kept.
 * Undefined if all of it was.
 */
async function findCreditPrices(
  db: Db,
  { accountId, periodId }: Month,
  planItems: readonly PlanItem[],
): Promise<PlanMonth['creditPrices']> {
  const issued = await db.many<{ number: string; free: Units; paid: Units }>(sql`
    select i.number,
      (select coalesce(jsonb_object_agg(l.label, l.quantity), '{}') from invoice_lines l
        where l.invoice_id = i.id and l.unit_price_cents = 0) as free,
      (select coalesce(jsonb_object_agg(l.label, l.quantity), '{}') from invoice_lines l
        where l.invoice_id = i.id and l.amount_cents > 0) as paid
    from invoices i
    where i.account_id = ${accountId}
      and i.issued_at >= (select min(issued_at) from invoices where account_id = ${accountId} and period_id = ${periodId})`)
  const bills = await findBills(
    db,
    issued.map(({ number }) => number),
  )
  const dialers = planItems.filter(({ key }) => dialerKeys.some((dialer) => dialer === key))
  const wasFree = (item: PlanItem) =>
    unitsThatWereFree(
      item,
      issued.map(({ free }) => free),
    )
  if (bills.every(({ backCents }) => backCents === 0) && dialers.every((item) => wasFree(item) === 0))
    return undefined
  const named = new Map<PaidBill, Map<number, Cents>>()
  for (const bill of bills) named.set(bill, await linesGivenBack(db, bill.id))
  const creditPrices: PlanMonth['creditPrices'] = {}
  for (const dialer of dialers) {
    const { key, unitPrice } = dialer
    const { label } = items[key]
    let [paid, left] = [0, 0]
    for (const [bill, givenBack] of named) {
      const ofBill = amountsOf(bill, label, givenBack)
      paid += ofBill.paid
      left += ofBill.left
    }
    // From the month's bills, not from the current plan: consecutive exchanges credit the same as one
    // combined.
    const paidUnits = issued.reduce((sum, bill) => sum + unitsOf(label, bill.paid), 0)
    const units = paidUnits + wasFree(dialer)
    creditPrices[key] = paid > 0 ? Math.floor((unitPrice * paidUnits * left) / (units * paid)) : 0
  }
  return creditPrices
}

function unitsOf(label: string, units: Units): number {
  const matching = Object.entries(units).filter(([lineLabel]) => isOf(lineLabel, label))
  return matching.reduce((sum, [, quantity]) => sum + quantity, 0)
}

/** A line of the month, or one with more detail: for a part of it, or free. */
function isOf(lineLabel: string, label: string): boolean {
  return lineLabel === label || lineLabel.startsWith(`${label}, `)
}

/** Units that cost something now, but nothing when the month began: its bill lists them separately. */
function unitsThatWereFree(item: PlanItem, freeUnits: readonly Units[]): number {
  const label = `${items[item.key].label}, ${FREE_OF_CHARGE}`
  const free = freeUnits.reduce((sum, units) => sum + (units[label] ?? 0), 0)
  return Math.max(0, free - givenOf(item))
}

/** What a bill charged for an item, for the month or for a part of it, and what is left of that. */
function amountsOf({ lines, backCents }: PaidBill, label: string, givenBack: ReadonlyMap<number, Cents>) {
  let paid = 0
  let back = backCents
  for (const { label: lineLabel, cents, position } of lines) {
    if (cents <= 0) continue
    if (isOf(lineLabel, label)) paid += cents
    else back -= givenBack.get(position ?? -1) ?? 0
  }
  return { paid, left: Math.max(0, paid - Math.max(0, back)) }
}

export function refusalOfPlan(plan: Plan | undefined): Refused | undefined {
  if (!plan || plan.isUnpaid) return refuse('invalid-fields', { errors: messages.paymentOfAccountUnderWay })
  if (plan.isCanceled) return refuse('invalid-fields', { errors: messages.planIsCanceled })
  return plan.isOnHold ? refuse('invalid-fields', { errors: messages.planIsOnHold }) : undefined
}

/**
 * Locks the plan, and refuses a change that was priced for another one. Another tab's order, a renewal or an
 * operator may have changed it since it was read.
 */
export async function refusalUnlessSame(
  tx: Db,
  accountId: number,
  priced: Plan,
  now: Date,
): Promise<Refused | undefined> {
  const latest = await lockPlan(tx, accountId, now)
  const isSame = (part: 'month' | 'items') => JSON.stringify(latest?.[part]) === JSON.stringify(priced[part])
  if (!isSame('month') || !isSame('items')) return refuseOutdated(messages.otherAmounts)
  return refusalOfPlan(latest)
}
