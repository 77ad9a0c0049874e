import { splitByCredit } from '#contract/billing/split-by-credit.ts'
import { dayBefore, formatDay } from '#contract/calendar/billing-dates.ts'
import { linesOfItems, type PlanItem, splitGiven } from '#contract/catalogue/items.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import { findLastFullMonth } from '#server/billing/subscriptions/last-full-month.ts'
import { isHeldOn, withoutHeld } from '#server/billing/subscriptions/plan-items.ts'
import type { Db } from '#server/platform/db/database.ts'
import { explainInvoice } from './explain-invoice.ts'
import type { InvoiceLine } from './invoices.ts'

type Billed = { accountId: number; heldFrom: string | null; heldUntil: string | null }
type Lines = { lines: readonly InvoiceLine[]; note: string }
export type BillOfMonth = Lines & {
  total: number /** What of the account's credit it uses. */
  credit: number
}

/** The bill of a month that begins on a day: its lines, why it differs from the last one, and what credit pays. */
export async function billOfMonth(
  db: Db,
  billed: Billed,
  bought: readonly PlanItem[],
  startsOn: string,
  hasCredit: number,
): Promise<BillOfMonth> {
  const month = await linesOfMonth(db, billed, bought, startsOn)
  const { creditCents: credit } = splitByCredit(totalOf(month.lines), hasCredit)
  const { lines, note } = withCredit(month, credit)
  return { lines, note, total: totalOf(lines), credit }
}

async function linesOfMonth(
  db: Db,
  { accountId, heldFrom, heldUntil }: Billed,
  bought: readonly PlanItem[],
  startsOn: string,
): Promise<Lines> {
  const isHeld = isHeldOn(startsOn, heldFrom, heldUntil)
  const items = linesOfItems(isHeld ? withoutHeld(bought) : bought)
  const lines = splitGiven(items).map((line): InvoiceLine => ({ ...line, kind: 'item' }))
  if (isHeld && heldUntil) {
    return {
      lines,
      note: `Your plan is on hold through ${formatDay(dayBefore(heldUntil))}. You have agent access only.`,
    }
  }
  const last = await findLastFullMonth(db, accountId)
  const before = {
    lines: last?.lines ?? [],
    changedOn: last?.changedOn ?? [],
    ...(last?.wasHeldSince ? { lastFullMonth: last.startsOn } : {}),
  }
  return { lines, note: explainInvoice(lines, before) }
}

/** Credit pays first; the card pays the rest. */
export function withCredit({ lines, note }: Lines, credit: number): Lines {
  if (credit === 0) return { lines, note }
  const used: InvoiceLine = {
    kind: 'credit',
    label: 'Credit',
    quantity: 1,
    unitPrice: -credit,
    amount: -credit,
  }
  return { lines: [...lines, used], note: `${note} Your credit of ${formatAmount(credit)} was used.` }
}

function totalOf(lines: readonly InvoiceLine[]): number {
  return lines.reduce((sum, line) => sum + line.amount, 0)
}
