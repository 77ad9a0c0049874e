import { formatAmount } from '#contract/catalogue/money.ts'
import { findOwner } from '#server/accounts/owner.ts'
import { lockCredit } from '#server/billing/invoices/credits.ts'
import { leftOf } from '#server/billing/refunds/choose-lines.ts'
import { lockBill } from '#server/billing/refunds/credit-notes.ts'
import { creditNoteMail, purposeOf } from '#server/billing/refunds/mails.ts'
import { chooseCredit } from '#server/billing/refunds/take-credit-back.ts'
import type { Db } from '#server/platform/db/database.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import type { MoneyAction } from './money-action.ts'
import type { Planned, PreviewDeps } from './planned.ts'
import { NUMBER_TO_COME, nameCard } from './preview-giving-back.ts'
import { withCredit } from './suppose.ts'

type TakingBack = Extract<MoneyAction, { kind: 'take-back' | 'pay-out' }>

const DEBIT_NUMBER_TO_COME = 'D-XXXXXX'

export async function previewTakingBack(
  tx: Db,
  deps: PreviewDeps,
  accountId: number,
  { kind, bill: number, howMuch }: TakingBack,
): Promise<Planned | Refused> {
  const isPaidOut = kind === 'pay-out'
  const bill = await lockBill(tx, number)
  if (!bill || bill.accountId !== accountId)
    return refuse('not-found', { errors: `This account has no bill ${number}.` })
  const credit = await lockCredit(tx, accountId)
  const cents = chooseCredit(bill, credit, { howMuch, isPaidOut })
  if (isRefused(cents)) return cents
  const [amount, left] = [formatAmount(cents), leftOf(bill)]
  const card = isPaidOut ? await nameCard(tx, bill) : null
  const goesTo = card ?? 'nobody: the credit ends'
  const lines = [{ label: `Credit for receipt ${number}, ${isPaidOut ? 'paid out' : 'taken back'}`, cents }]
  const way = isPaidOut ? 'card' : 'taken-back'
  const mailed = {
    invoiceNumber: number,
    way,
    cents,
    lines,
    number: isPaidOut ? NUMBER_TO_COME : DEBIT_NUMBER_TO_COME,
    debitNote: isPaidOut ? DEBIT_NUMBER_TO_COME : null,
    hasNextBill: false,
  } as const
  const owner = await findOwner(tx, accountId)
  return {
    says: card
      ? `Take back ${amount} of credit of bill ${number}, and refund it to ${card}`
      : `Take back ${amount} of credit of bill ${number}`,
    note: { lines, taxCents: 0, totalCents: cents, goesTo },
    bill: {
      number,
      isOpen: false,
      totalCents: bill.totalCents,
      leftBefore: left,
      leftAfter: isPaidOut ? left : left + cents,
    },
    month: null,
    remarks: [
      `The account has ${formatAmount(credit)} of unused credit. ${formatAmount(credit - cents)} is left after this.`,
      ...(isPaidOut
        ? [
            'There are two notes: a debit note for the credit, and a credit note for the refund. If the bank refuses the refund, the customer has the credit again.',
          ]
        : ['The customer gets no money for it, and a debit note by email.']),
    ],
    valueCents: cents,
    facts: [
      { name: 'The unused credit', value: formatAmount(credit) },
      { name: 'The amount', value: amount },
      { name: 'The money goes to', value: goesTo },
    ],
    suppose: withCredit(-cents),
    mail: { purpose: purposeOf({ way }), text: creditNoteMail(deps, owner, mailed) },
  }
}
