import { dialerKeys } from '#contract/catalogue/dialers.ts'
import { FREE_OF_CHARGE, givenOf, type PlanItem } from '#contract/catalogue/items.ts'
import type { Cents } from '#contract/catalogue/money.ts'
import { items } from '#contract/catalogue/plan.ts'
import type { PlanMonth } from '#contract/catalogue/plan-change.ts'
import { findBills, linesGivenBack, type PaidBill } from '#server/billing/refunds/paid-bills.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

type Month = { accountId: number; periodId: number }
/** How many units the lines of a bill have, by their labels. */
type Units = Record<string, number>

/**
 * What an exchange credits for a dialer where money of this month's bills went back, is on its way back, or was lost in a
 * dispute, and where units were free when the month began and no longer are. Money that was given back for no line by name
 * counts against the dialer first, so that no more is credited than was paid and kept. Undefined if all of it was.
 */
export async function findCreditPrices(
  db: Db,
  { accountId, periodId }: Month,
  held: readonly PlanItem[],
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
  const dialers = held.filter(({ key }) => dialerKeys.some((dialer) => dialer === key))
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
    let [paid, kept] = [0, 0]
    for (const [bill, givenBack] of named) {
      const ofBill = keptOf(bill, label, givenBack)
      paid += ofBill.paid
      kept += ofBill.kept
    }
    // Of the month's bills, not of what is held now: one exchange after the other credits what both at once would.
    const paidUnits = issued.reduce((sum, bill) => sum + unitsOf(label, bill.paid), 0)
    const units = paidUnits + wasFree(dialer)
    creditPrices[key] = paid > 0 ? Math.floor((unitPrice * paidUnits * kept) / (units * paid)) : 0
  }
  return creditPrices
}

function unitsOf(label: string, units: Units): number {
  const matching = Object.entries(units).filter(([said]) => isOf(said, label))
  return matching.reduce((sum, [, quantity]) => sum + quantity, 0)
}

/** A line of the month, or one that says more: of a part of it, or that it is free. */
function isOf(said: string, label: string): boolean {
  return said === label || said.startsWith(`${label}, `)
}

/** Units that cost something now, and nothing when the month began: its bill has them on a line of their own. */
function unitsThatWereFree(item: PlanItem, freeUnits: readonly Units[]): number {
  const label = `${items[item.key].label}, ${FREE_OF_CHARGE}`
  const free = freeUnits.reduce((sum, units) => sum + (units[label] ?? 0), 0)
  return Math.max(0, free - givenOf(item))
}

/** What a bill charged for an item, for the month or for a part of it, and what of that is left. */
function keptOf({ lines, backCents }: PaidBill, label: string, givenBack: ReadonlyMap<number, Cents>) {
  let paid = 0
  let back = backCents
  for (const { label: said, cents, position } of lines) {
    if (cents <= 0) continue
    if (isOf(said, label)) paid += cents
    else back -= givenBack.get(position ?? -1) ?? 0
  }
  return { paid, kept: Math.max(0, paid - Math.max(0, back)) }
}
