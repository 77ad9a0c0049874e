import { dayIn } from '#contract/calendar/billing-dates.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import { type MoneyActionName, moneyActions } from '#contract/desk/money/fields.ts'
import type { MoneyBill, MoneyPageValues } from '#contract/desk/money/values.ts'
import { listWaitingOf } from '#server/billing/approvals/list-approvals.ts'
import { creditOf } from '#server/billing/invoices/credits.ts'
import { findObstacle, leftOf } from '#server/billing/refunds/choose-lines.ts'
import {
  findBills,
  linesGivenBack,
  listPaidBills,
  type PaidBill,
  type Way,
} from '#server/billing/refunds/credit-notes.ts'
import { findObstacleToTakingBack } from '#server/billing/refunds/take-credit-back.ts'
import { listWaitingRefunds } from '#server/billing/refunds/waiting-refund.ts'
import { showMoney } from '#server/billing/subscriptions/show-money.ts'
import type { Deps } from '#server/deps.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { findAccount } from './find-account.ts'

const BILLS_AT_MOST = 24

/** The dialog for an account, with one of its bills and an action if the address names them. */
export async function showMoneyPage(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { number, bill: named, action }: { number: string; bill: string; action: string },
): Promise<MoneyPageValues | Refused> {
  const account = await findAccount(db, number)
  if (!account) return refuse('not-found')
  const [chosen] = named === '' ? [] : await findBills(db, [named])
  if (named !== '' && chosen?.accountId !== account.id)
    return refuse('not-found', { errors: `This account has no bill ${named}.` })
  const now = clock.now()
  const bills = await listPaidBills(db, account.id, BILLS_AT_MOST)
  const unusedCents = await creditOf(db, account.id)
  const waiting = await listWaitingOf(db, account.id, now)
  const offers = {
    ...offersOf(await showMoney(db, account.id, now)),
    ...givingBack(chosen),
    ...takingBack(chosen, unusedCents),
  }
  return {
    account: { number: account.number, company: account.company },
    bills: bills.map(billOf),
    bill: chosen?.paidAt ? { ...billOf(chosen), lines: await linesLeft(db, chosen) } : null,
    offers,
    chosen: isAction(action) && offers[action] === null ? action : null,
    unusedCents,
    onceSettled: (await listWaitingRefunds(db, account.id)).map(({ id, cents, bill, until, isSent }) => ({
      id,
      amount: formatAmount(cents),
      bill,
      until: until.toISOString(),
      isSent,
    })),
    waiting: waiting.map(({ id, preview, askedBy, expiresAt }) => ({
      id,
      says: preview.says,
      askedBy: askedBy.name,
      until: expiresAt.toISOString(),
    })),
  }
}

function isAction(name: string): name is MoneyActionName {
  return Object.hasOwn(moneyActions, name)
}

function billOf(bill: PaidBill): MoneyBill {
  const { number, paidAt, zone, creditUsedCents } = bill
  const totalCents = bill.totalCents + creditUsedCents
  return { number, paidOn: paidAt ? dayIn(zone, paidAt) : '', totalCents, leftCents: leftOf(bill) }
}

async function linesLeft(db: Db, bill: PaidBill) {
  const given = await linesGivenBack(db, bill.id)
  return bill.lines
    .map(({ label, cents, position = 0 }) => ({
      position,
      label,
      leftCents: cents - (given.get(position) ?? 0),
    }))
    .filter(({ leftCents }) => leftCents > 0)
}

/** Null: it can be tried. A sentence says why not. The preview knows the rest. */
function givingBack(bill: PaidBill | undefined): Pick<MoneyPageValues['offers'], 'refund' | 'credit'> {
  const why = (way: Way) =>
    bill ? (findObstacle(bill, way) ?? null) : 'To refund or to give credit, choose a bill first.'
  return { refund: why('card'), credit: why('credit') }
}

/** Of no bill, only that there is nothing to take back is known. */
function takingBack(
  bill: PaidBill | undefined,
  unusedCents: number,
): Pick<MoneyPageValues['offers'], 'take-back' | 'pay-out'> {
  const why = (isPaidOut: boolean) =>
    bill || unusedCents <= 0
      ? (findObstacleToTakingBack(bill, unusedCents, isPaidOut) ?? null)
      : 'To take back credit or to pay it out, choose the bill that it was given for.'
  return { 'take-back': why(false), 'pay-out': why(true) }
}

function offersOf({
  open,
  nextCharge,
  cancellation,
}: Awaited<ReturnType<typeof showMoney>>): Pick<MoneyPageValues['offers'], 'extend' | 'waive'> {
  const isRunning = open || nextCharge || cancellation
  return {
    extend: open
      ? `Bill ${open.number} of ${formatAmount(open.cents)} is open. Waive it, or wait for the payment.`
      : isRunning
        ? null
        : 'This account has no running subscription.',
    waive: open ? null : 'This account has no open bill.',
  }
}
