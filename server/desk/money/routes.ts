import type { FastifyInstance } from 'fastify'
import { deskPages } from '#contract/desk/desk-pages.ts'
import { findMoneyOutcome, previewMoney, requestMoney } from '#contract/desk/money/calls.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import type { Approval } from '#server/billing/approvals/approvals.ts'
import { findOutcome } from '#server/billing/approvals/find-outcome.ts'
import {
  type AskedMoney,
  previewMoney as preview,
  requestMoney as request,
} from '#server/billing/approvals/request-money.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import type { DeskDeps } from '../desk-deps.ts'
import { deskPage, deskRoute } from '../desk-routes.ts'
import { findAccount } from './find-account.ts'
import { readAction } from './read-action.ts'
import { showMoneyPage } from './show-money-page.ts'

export function moneyRoutes(app: FastifyInstance, deps: DeskDeps): void {
  deskPage(app, deps, 'money', (_, { path, query }) =>
    showMoneyPage(deps, { number: numberIn(path), bill: query.bill ?? '' }),
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
    return answerOf(await request(deps, operator, { ...asked, key, words, seen: { facts, needsSecond } }))
  })
  deskRoute(app, deps, findMoneyOutcome, async ({ order_key }, operator) =>
    answerOf((await findOutcome(deps, operator, order_key)) ?? refuse('not-found')),
  )
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

function answerOf(approval: Approval | Refused): AnswerOf<typeof requestMoney> | Refused {
  if (isRefused(approval)) return approval
  const { id, state, preview: follows, noteNumber, needsSecond, expiresAt } = approval
  return {
    data: {
      id,
      state,
      says: follows.says,
      note_number: noteNumber,
      expires: needsSecond && state === 'asked' ? expiresAt.toISOString() : '',
    },
  }
}

/** The account number in /desk/accounts/:number/money/. */
function numberIn(path: string): string {
  const place = deskPages.money.path.split('/').indexOf(':number')
  return decodeURIComponent(path.split('/')[place] ?? '')
}
