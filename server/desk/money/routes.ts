import type { FastifyInstance } from 'fastify'
import { formatAmount } from '#contract/catalogue/money.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import { findMoneyOutcome, previewMoney, requestMoney, withdrawRefund } from '#contract/desk/money/calls.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import type { Approval } from '#server/billing/approvals/approvals.ts'
import { findOutcome } from '#server/billing/approvals/find-outcome.ts'
import {
  type AskedMoney,
  previewMoney as preview,
  requestMoney as request,
} from '#server/billing/approvals/request-money.ts'
import { mayWaitToSettle, withdrawWaitingRefund } from '#server/billing/refunds/waiting-refund.ts'
import type { Operator } from '#server/identity/operators/operator-sessions.ts'
import { unlessRefused } from '#server/platform/db/unless-refused.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { answerOnce } from '../answer-once.ts'
import type { DeskDeps } from '../desk-deps.ts'
import { deskPage, deskRoute } from '../desk-routes.ts'
import { findAccount } from './find-account.ts'
import { readAction } from './read-action.ts'
import { showMoneyPage } from './show-money-page.ts'

export function moneyRoutes(app: FastifyInstance, deps: DeskDeps): void {
  deskPage(app, deps, 'money', (_, { path, query }) =>
    showMoneyPage(deps, { number: numberIn(path), bill: query.bill ?? '', action: query.action ?? '' }),
  )
  deskRoute(app, deps, previewMoney, async (body, operator) => {
    const asked = await readAsked(deps, body)
    const shown = isRefused(asked) ? asked : await preview(deps, operator, asked)
    if (isRefused(shown)) return shown
    const { preview: follows, counted, needsSecond } = shown
    return { data: { preview: follows, counted, needs_second: needsSecond } }
  })
  deskRoute(app, deps, requestMoney, async (body, operator) => {
    const asked = await readAsked(deps, body)
    if (isRefused(asked)) return asked
    const { order_key: key, words, seen: facts, needs_second: needsSecond } = body
    const seen = { facts, needsSecond }
    return answerOf(deps, await request(deps, operator, { ...asked, key, words, seen }))
  })
  deskRoute(app, deps, findMoneyOutcome, async ({ order_key }, operator) =>
    answerOf(deps, (await findOutcome(deps, operator, order_key)) ?? refuse('not-found')),
  )
  deskRoute(app, deps, withdrawRefund, (body, operator) => withdraw(deps, body, operator))
}

async function readAsked(
  { db }: Pick<DeskDeps, 'db'>,
  body: ParsedBodyOf<typeof previewMoney>,
): Promise<AskedMoney | Refused> {
  const action = readAction(body)
  if (isRefused(action)) return action
  const account = await findAccount(db, body.number)
  return account ? { accountId: account.id, action } : refuse('not-found')
}

async function answerOf(
  { db, clock }: Pick<DeskDeps, 'db' | 'clock'>,
  approval: Approval | Refused,
): Promise<AnswerOf<typeof requestMoney> | Refused> {
  if (isRefused(approval)) return approval
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
): Promise<AnswerOf<typeof withdrawRefund> | Refused> {
  const account = await findAccount(db, number)
  if (!account) return refuse('not-found')
  const now = clock.now()
  const sent = { key, actor, asked: { action: 'withdraw-refund', id } }
  const answer = await unlessRefused(db, (tx) =>
    answerOnce(tx, sent, now, async () => {
      const withdrawn = await withdrawWaitingRefund(tx, { id, accountId: account.id, actor, words }, now)
      if (isRefused(withdrawn)) return withdrawn
      return `The refund of ${formatAmount(withdrawn.cents)} of bill ${withdrawn.bill} is withdrawn. Nothing goes back.`
    }),
  )
  return isRefused(answer) ? answer : { data: { said: answer } }
}

/** The account number in /desk/accounts/:number/money/. */
function numberIn(path: string): string {
  const place = deskPages.money.path.split('/').indexOf(':number')
  return decodeURIComponent(path.split('/')[place] ?? '')
}
