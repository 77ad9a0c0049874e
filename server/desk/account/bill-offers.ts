import type { InvoiceRow, MoneyValues } from '#contract/billing/values.ts'
import type { BillOffer } from '#contract/desk/account/bill-values.ts'
import { mayAtDesk, type OperatorRole } from '#contract/desk/desk-roles.ts'
import { nothingToPay } from '#contract/desk/help/messages.ts'
import { findObstacle } from '#server/billing/refunds/choose-lines.ts'
import { findBills, type PaidBill } from '#server/billing/refunds/credit-notes.ts'
import type { Db } from '#server/platform/db/database.ts'
import { helpPath, moneyPath } from '../links.ts'

type Around = { account: { number: string }; money: Pick<MoneyValues, 'open'>; role: OperatorRole }

/** What the operator can do with each of some bills of one account, by number. */
export async function offersOfBills(
  db: Db,
  bills: readonly Pick<InvoiceRow, 'number' | 'state'>[],
  around: Around,
): Promise<Map<string, BillOffer[]>> {
  const paid = await findBills(
    db,
    bills.map(({ number }) => number),
  )
  const byNumber = new Map(paid.map((bill) => [bill.number, bill]))
  return new Map(bills.map((bill) => [bill.number, offersOf(bill, byNumber.get(bill.number), around)]))
}

/** An unpaid bill is paid or waived; one that was paid is given back. */
function offersOf(
  { number: bill, state }: Pick<InvoiceRow, 'number' | 'state'>,
  found: PaidBill | undefined,
  { account: { number }, money: { open }, role }: Around,
): BillOffer[] {
  const givesMoney = mayAtDesk(role, 'money')
  const href = moneyPath(number, bill)
  if (state !== 'open') {
    const why = found ? (findObstacle(found, 'credit') ?? null) : null
    return givesMoney ? [{ text: 'Refund or credit', href, why }] : []
  }
  const why =
    open?.number !== bill
      ? nothingToPay
      : open.isConfirming
        ? 'The bank has not answered yet about the payment of this bill.'
        : null
  return [
    ...(mayAtDesk(role, 'help')
      ? [{ text: 'Send a pay link', href: helpPath(number, 'pay-link'), why }]
      : []),
    ...(givesMoney ? [{ text: 'Waive', href, why }] : []),
  ]
}
