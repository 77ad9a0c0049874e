import { formatAmount } from '#contract/catalogue/money.ts'
import { findOwner } from '#server/accounts/accounts.ts'
import { lockCredit } from '#server/billing/invoices/invoices.ts'
import type { Way } from '#server/billing/refunds/credit-notes.ts'
import { chooseCredit } from '#server/billing/refunds/give-money-back.ts'
import { creditNoteMail } from '#server/billing/refunds/mails.ts'
import {
  type Chosen,
  chooseLines,
  leftOf,
  lockBill,
  type PaidBill,
} from '#server/billing/refunds/paid-bills.ts'
import { isBilledOn } from '#server/billing/subscriptions/subscription.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { DAY, later } from '#server/ports/clock.ts'
import type { MoneyAction } from './money-action.ts'
import { afterCredit, type Planned, type PreviewDeps } from './planned.ts'

type GivingBack = Extract<MoneyAction, { kind: 'refund' | 'credit' }>

/** Instead of the number, which is assigned once the money has been returned. */
export const NUMBER_TO_COME = 'N-XXXXXX'

const WAITS =
  'We try it several times a day, and give up after five days. The email goes once it is refunded. Until it is sent, you can withdraw it on this page.'

export async function previewGivingBack(
  tx: Db,
  deps: PreviewDeps,
  accountId: number,
  { kind, bill: number, howMuch, isOnceSettled }: GivingBack,
): Promise<Planned | Refused> {
  const way: Way = kind === 'refund' ? 'card' : 'credit'
  const bill = await lockBill(tx, number)
  if (!bill || bill.accountId !== accountId)
    return refuse('not-found', { errors: `This account has no bill ${number}.` })
  const chosen = await chooseLines(tx, bill, { howMuch, way })
  if (isRefused(chosen)) return chosen
  const { cents, lines } = chosen
  const goesTo = way === 'card' ? await nameCard(tx, bill) : 'credit for the next monthly bills'
  const owner = await findOwner(tx, accountId)
  const hasNextBill = await isBilledOn(tx, accountId)
  const mailed = { invoiceNumber: number, way, cents, lines, number: NUMBER_TO_COME, hasNextBill }
  const [amount, left] = [formatAmount(cents), leftOf(bill)]
  return {
    says:
      way === 'card'
        ? `Refund ${amount} of bill ${number} to ${goesTo}${isOnceSettled ? ', once the payment has settled' : ''}`
        : `Give ${amount} of bill ${number} as credit`,
    note: {
      lines: lines.map((line) => ({ label: line.label, cents: line.cents })),
      taxCents: await taxIn(tx, bill, chosen),
      totalCents: cents,
      goesTo,
    },
    bill: {
      number,
      isOpen: false,
      totalCents: bill.totalCents,
      leftBefore: left,
      leftAfter: left - cents,
    },
    month: null,
    remarks: [
      ...(isOnceSettled ? [WAITS] : remarksOf(bill, chosen, way, deps.now)),
      ...remarkOfCredit(bill, way),
      ...(way === 'credit' && !hasNextBill
        ? ['This account has no next bill at present. The credit is used only if it has one later.']
        : []),
    ],
    valueCents: cents,
    facts: [
      { name: `Left of bill ${number}`, value: formatAmount(left) },
      { name: 'The amount', value: amount },
      { name: 'The money goes to', value: goesTo },
    ],
    project: afterCredit(way === 'credit' ? cents : 0),
    mail: creditNoteMail(owner, deps.config, mailed),
  }
}

/**
 * Before the bank has settled a charge it can only be voided, and only in full
 * (docs/decisions/invoices-and-refunds.md).
 */
function remarksOf({ charge, paidAt }: PaidBill, { cents }: Chosen, way: Way, now: Date): string[] {
  if (way === 'credit' || !charge) return []
  if (cents === charge.cents && charge.backCents === 0)
    return [
      'This is the whole charge. If the bank has not settled it yet, it is voided and does not appear on the customer’s statement. Otherwise it is refunded.',
    ]
  return paidAt && paidAt > later(now, -DAY)
    ? [
        'The bank refunds a part of a charge once it has settled it, usually a day after the payment. If it refuses, no money moves, and you can have it refunded once the payment has settled. The whole charge can be voided now.',
      ]
    : []
}

function remarkOfCredit({ creditUsedCents }: PaidBill, way: Way): string[] {
  return way === 'card' && creditUsedCents > 0
    ? [`This bill used ${formatAmount(creditUsedCents)} of credit, which can only be given back as credit.`]
    : []
}

async function nameCard(tx: Db, { charge }: PaidBill): Promise<string> {
  const card = await tx.maybe<{ brand: string | null; lastFour: string | null }>(sql`
    select brand, last_four as "lastFour" from charges where id = ${charge?.id ?? null}`)
  return card?.brand && card.lastFour ? `${card.brand} ending in ${card.lastFour}` : 'the card that paid'
}

/** The tax among the refunded lines. A partial amount names none. */
async function taxIn(tx: Db, bill: PaidBill, { lines }: Chosen): Promise<number> {
  const taxed = await tx.many<{ position: number }>(sql`
    select position from invoice_lines where invoice_id = ${bill.id} and kind = 'tax'`)
  const positions = new Set(taxed.map(({ position }) => position))
  return lines
    .filter(({ position }) => position !== undefined && positions.has(position))
    .reduce((sum, { cents }) => sum + cents, 0)
}

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
    project: afterCredit(-cents),
    mail: creditNoteMail(owner, deps.config, mailed),
  }
}
