import { dialerKeys } from '#contract/catalogue/dialers.ts'
import type { PlanItem } from '#contract/catalogue/items.ts'
import type { Cents } from '#contract/catalogue/money.ts'
import { items } from '#contract/catalogue/plan.ts'
import type { PlanMonth } from '#contract/catalogue/plan-change.ts'
import { findBills, linesGivenBack, type PaidBill } from '#server/billing/refunds/credit-notes.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

type Month = { accountId: number; periodId: number }

/**
 * What an exchange credits for a dialer where money of this month's bills went back, is on its way back, or was lost in a
 * dispute. Money that was given back for no line by name counts against the dialer first, so that no more is credited
 * than was paid and kept. Undefined if all of it was kept.
 */
export async function findCreditPrices(
  db: Db,
  { accountId, periodId }: Month,
  held: readonly PlanItem[],
): Promise<PlanMonth['creditPrices']> {
  const numbers = await db.many<{ number: string }>(sql`
    select number from invoices
    where account_id = ${accountId}
      and issued_at >= (select min(issued_at) from invoices where account_id = ${accountId} and period_id = ${periodId})`)
  const bills = await findBills(
    db,
    numbers.map(({ number }) => number),
  )
  if (bills.every(({ backCents }) => backCents === 0)) return undefined
  const named = new Map<PaidBill, Map<number, Cents>>()
  for (const bill of bills) named.set(bill, await linesGivenBack(db, bill.id))
  const creditPrices: PlanMonth['creditPrices'] = {}
  for (const { key, unitPrice } of held.filter(({ key }) => dialerKeys.some((dialer) => dialer === key))) {
    let [paid, kept] = [0, 0]
    for (const [bill, givenBack] of named) {
      const ofBill = keptOf(bill, items[key].label, givenBack)
      paid += ofBill.paid
      kept += ofBill.kept
    }
    creditPrices[key] = paid > 0 ? Math.floor((unitPrice * kept) / paid) : 0
  }
  return creditPrices
}

/** What a bill charged for an item, for the month or for a part of it, and what of that is left. */
function keptOf({ lines, backCents }: PaidBill, label: string, givenBack: ReadonlyMap<number, Cents>) {
  let paid = 0
  let back = backCents
  for (const { label: said, cents, position } of lines) {
    if (cents <= 0) continue
    if (said === label || said.startsWith(`${label}, `)) paid += cents
    else back -= givenBack.get(position ?? -1) ?? 0
  }
  return { paid, kept: Math.max(0, paid - Math.max(0, back)) }
}
