import type { FastifyInstance } from 'fastify'
import { pages } from '#contract/pages.ts'
import { showPerson, showPlan } from '#server/accounts/show-account.ts'
import { accountPage, shownTo } from '#server/accounts/signed-in.ts'
import { listInvoices } from '#server/billing/invoices/show-invoices.ts'
import { only, showMoney } from '#server/billing/subscriptions/show-money.ts'
import type { Deps } from '#server/deps.ts'
import { endTrustOf } from '#server/identity/devices.ts'
import {
  clearSessionCookie,
  endSessionOfToken,
  endSessionsBeside,
  readSessionToken,
} from '#server/identity/sessions.ts'
import { type Visitor, visitorOf } from '#server/platform/http/visitor.ts'
import { type TransactionDeps, transaction } from '#server/platform/transaction.ts'

export function accountRoutes(app: FastifyInstance, deps: Deps): void {
  accountPage(app, deps, 'account', async (session) => {
    const plan = await showPlan(deps, session)
    const money = await showMoney(deps.db, session.accountId, deps.clock.now())
    return {
      ...(await showPerson(deps, session)),
      items: plan.lines.map(({ key, label, quantity }) => ({ key, label, quantity })),
      ofPayer: await shownTo(session, 'billing', async () => ({
        plan,
        money: only(money, 'nextCharge', 'card', 'backup', 'open', 'hold', 'cancellation', 'change'),
        bills: await listInvoices(deps.db, session.accountId, { atMost: 3 }),
      })),
    }
  })

  for (const [path, everywhere] of [
    ['/account/sign-out/', false],
    ['/account/sign-out-everywhere/', true],
  ] as const) {
    app.post(path, { config: { isPage: true } }, async (request, reply) => {
      await signOut(deps, visitorOf(request, reply), everywhere)
      // Clears what the browser has cached of the account, including pages in the Back history.
      return reply.header('clear-site-data', '"cache"').redirect(pages['sign-in'], 303)
    })
  }
}

/**
 * Signing out twice, or with an expired session, also succeeds. The session's scope does not matter: a
 * suspended account may work again tomorrow, and a session left open would work with it. Everywhere: no
 * device skips the second factor any longer, including this one.
 */
async function signOut(deps: TransactionDeps, visitor: Visitor, everywhere: boolean): Promise<void> {
  const { db, clock, config } = deps
  const token = readSessionToken(visitor, config)
  const now = clock.now()
  if (token && everywhere)
    await transaction(deps, async (tx) => {
      const agentId = await endSessionsBeside(tx, token, tx.now)
      if (agentId !== undefined) await endTrustOf(tx, agentId)
    })
  if (token) await endSessionOfToken(db, token, now)
  clearSessionCookie(visitor, config)
}
