import type { FastifyInstance } from 'fastify'
import { readAmount, refundReasonIn } from '#contract/billing/money-back.ts'
import { dayIn } from '#contract/calendar/billing-dates.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import {
  findMoneyOutcome,
  type MoneyActionName,
  type MoneyBill,
  type MoneyPageValues,
  moneyActions,
  previewMoney,
  requestMoney,
  withdrawRefund,
} from '#contract/desk/money.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import { required } from '#contract/wire/rule-messages.ts'
import { type Approval, listWaitingOf, whichOperator } from '#server/billing/approvals/approvals.ts'
import type { MoneyAction } from '#server/billing/approvals/money-action.ts'
import {
  type AskedMoney,
  findOutcome,
  previewMoney as preview,
  requestMoney as request,
} from '#server/billing/approvals/request-money.ts'
import { creditOf } from '#server/billing/invoices/invoices.ts'
import type { Way } from '#server/billing/refunds/credit-notes.ts'
import { findObstacleToTakingBack } from '#server/billing/refunds/give-money-back.ts'
import {
  findBills,
  findObstacle,
  type HowMuch,
  leftOf,
  linesGivenBack,
  listPaidBills,
  type PaidBill,
} from '#server/billing/refunds/paid-bills.ts'
import {
  listWaitingRefunds,
  mayWaitToSettle,
  withdrawWaitingRefund,
} from '#server/billing/refunds/waiting-refund.ts'
import { showMoney } from '#server/billing/subscriptions/show-money.ts'
import type { Deps } from '#server/deps.ts'
import type { Operator } from '#server/identity/operators/operator-sessions.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { once } from '#server/platform/idempotency.ts'
import { orThrow, refuse } from '#server/platform/refusal.ts'
import { type DeskDeps, deskPage, deskRoute } from '../desk-routes.ts'

export function moneyRoutes(app: FastifyInstance, deps: DeskDeps): void {
  deskPage(app, deps, 'money', (_, { path, query }) =>
    showMoneyPage(deps, { number: numberIn(path), bill: query.bill ?? '', action: query.action ?? '' }),
  )
  deskRoute(app, deps, previewMoney, async (body, operator) => {
    const shown = await preview(deps, operator, await readAsked(deps, body))
    const { preview: follows, counted, needsSecond } = orThrow(shown)
    return { data: { preview: follows, counted, needs_second: needsSecond } }
  })
  deskRoute(app, deps, requestMoney, async (body, operator) => {
    const requested = await readAsked(deps, body)
    const { order_key: key, words, seen: facts, needs_second: needsSecond } = body
    const seen = { facts, needsSecond }
    return answerOf(deps, orThrow(await request(deps, operator, { ...requested, key, words, seen })))
  })
  deskRoute(app, deps, findMoneyOutcome, async ({ order_key }, operator) =>
    answerOf(deps, orThrow((await findOutcome(deps, operator, order_key)) ?? refuse('not-found'))),
  )
  deskRoute(app, deps, withdrawRefund, (body, operator) => withdraw(deps, body, operator))
}

const BILLS_AT_MOST = 24

/** The dialog for an account, with one of its bills and an action if the URL names them. */
async function showMoneyPage(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { number, bill: named, action }: { number: string; bill: string; action: string },
): Promise<MoneyPageValues> {
  const account = await findAccount(db, number)
  const [chosen] = named === '' ? [] : await findBills(db, [named])
  if (named !== '' && chosen?.accountId !== account.id)
    throw refuse('not-found', { errors: `This account has no bill ${named}.` })
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
      askedBy: whichOperator(askedBy),
      until: expiresAt.toISOString(),
    })),
  }
}

type FoundAccount = { id: number; number: string; company: string }

async function findAccount(db: Db, number: string): Promise<FoundAccount> {
  const account = await db.maybe<FoundAccount>(sql`
    select id, pin as number, company from accounts where pin = ${number}`)
  if (!account) throw refuse('not-found')
  return account
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

/** Null: available. Otherwise a sentence says why not. The preview knows the rest. */
function givingBack(bill: PaidBill | undefined): Pick<MoneyPageValues['offers'], 'refund' | 'credit'> {
  const why = (way: Way) =>
    bill ? (findObstacle(bill, way) ?? null) : 'To refund or to give credit, choose a bill first.'
  return { refund: why('card'), credit: why('credit') }
}

/** Without a bill, it is only known whether there is any credit to take back. */
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

function billOf(bill: PaidBill): MoneyBill {
  const { number, paidAt, zone, creditUsedCents } = bill
  const totalCents = bill.totalCents + creditUsedCents
  return { number, paidOn: paidAt ? dayIn(zone, paidAt) : '', totalCents, leftCents: leftOf(bill) }
}

async function linesLeft(db: Db, bill: PaidBill) {
  const returned = await linesGivenBack(db, bill.id)
  return bill.lines
    .map(({ label, cents, position = 0 }) => ({
      position,
      label,
      leftCents: cents - (returned.get(position) ?? 0),
    }))
    .filter(({ leftCents }) => leftCents > 0)
}

function isAction(name: string): name is MoneyActionName {
  return Object.hasOwn(moneyActions, name)
}

/** The account number in /desk/accounts/:number/money/. */
function numberIn(path: string): string {
  const index = deskPages.money.path.split('/').indexOf(':number')
  return decodeURIComponent(path.split('/')[index] ?? '')
}

async function readAsked(
  { db }: Pick<DeskDeps, 'db'>,
  body: ParsedBodyOf<typeof previewMoney>,
): Promise<AskedMoney> {
  const action = readAction(body)
  const { id: accountId } = await findAccount(db, body.number)
  return { accountId, action }
}

type Body = Pick<
  ParsedBodyOf<typeof previewMoney>,
  'action' | 'bill' | 'how_much' | 'amount' | 'lines' | 'days' | 'reason' | 'once_settled'
>

/** The body has passed the rules of the form. */
function readAction(body: Body): MoneyAction {
  switch (body.action) {
    case 'refund':
    case 'credit':
    case 'take-back':
    case 'pay-out': {
      const reason = refundReasonIn(body.reason)
      if (!reason) throw refuse('invalid-fields', { errors: { reason: [required] } })
      return {
        kind: body.action,
        bill: body.bill,
        howMuch: howMuchIn(body),
        reason,
        ...(body.once_settled && body.action === 'refund' && { isOnceSettled: true as const }),
      }
    }
    case 'extend':
      return { kind: 'extend', days: Number(body.days) }
    default:
      return { kind: 'waive' }
  }
}

function howMuchIn({ how_much, amount, lines }: Body): HowMuch {
  if (how_much === 'amount') return { kind: 'amount', cents: readAmount(amount) ?? 0 }
  return how_much === 'lines' ? { kind: 'lines', positions: lines } : { kind: 'rest' }
}

async function answerOf(
  { db, clock }: Pick<DeskDeps, 'db' | 'clock'>,
  approval: Approval,
): Promise<AnswerOf<typeof requestMoney>> {
  const { id, state, action, preview: follows, noteNumber, needsSecond, expiresAt } = approval
  const isRefund = action.kind === 'refund'
  const isOnceSettled = isRefund && action.isOnceSettled === true
  const offersLater =
    isRefund && !isOnceSettled && state === 'failed' && (await mayWaitToSettle(db, action.bill, clock.now()))
  return {
    data: {
      id,
      state,
      says: follows.says,
      note_number: noteNumber,
      expires: needsSecond && state === 'asked' ? expiresAt.toISOString() : '',
      once_settled: isOnceSettled,
      offers_later: offersLater,
    },
  }
}

async function withdraw(
  { db, clock }: DeskDeps,
  { number, refund: id, reason: words, key }: ParsedBodyOf<typeof withdrawRefund>,
  { actor }: Operator,
): Promise<AnswerOf<typeof withdrawRefund>> {
  const account = await findAccount(db, number)
  const now = clock.now()
  const sent = { scope: 'desk-form', key, by: actor, body: { action: 'withdraw-refund', id } } as const
  const outcome = await db.transaction((tx) =>
    once(tx, sent, now, async () => {
      const withdrawn = await withdrawWaitingRefund(tx, { id, accountId: account.id, actor, words }, now)
      const { cents, bill } = orThrow(withdrawn)
      return `The refund of ${formatAmount(cents)} of bill ${bill} is withdrawn. Nothing goes back.`
    }),
  )
  return { data: { said: outcome } }
}
