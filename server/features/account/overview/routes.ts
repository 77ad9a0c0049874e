import type { FastifyInstance } from 'fastify'
import { pages } from '#contract/pages.ts'
import { showPerson, showPlan } from '#server/accounts/show-account.ts'
import { accountPage, shownTo } from '#server/accounts/signed-in.ts'
import { listInvoices } from '#server/billing/invoices/show-invoices.ts'
import { only, showMoney } from '#server/billing/subscriptions/show-money.ts'
import type { Deps } from '#server/deps.ts'
import { visitorOf } from '#server/platform/http/visitor.ts'
import { signOut } from './sign-out.ts'

export function accountRoutes(app: FastifyInstance, deps: Deps): void {
  accountPage(app, deps, 'account', async (session) => {
    const plan = await showPlan(deps, session)
    const money = await showMoney(deps.db, session.accountId, deps.clock.now())
    return {
      ...(await showPerson(deps, session)),
      items: plan.lines.map(({ key, label, quantity }) => ({ key, label, quantity })),
      ofPayer: await shownTo(session, 'billing', async () => ({
        plan,
        money: only(money, 'nextCharge', 'card', 'open', 'hold', 'cancellation', 'change'),
        bills: await listInvoices(deps.db, session.accountId, { atMost: 3 }),
      })),
    }
  })

  for (const [address, everywhere] of [
    ['/account/sign-out/', false],
    ['/account/sign-out-everywhere/', true],
  ] as const) {
    app.post(address, { config: { isPage: true } }, async (request, reply) => {
      await signOut(deps, visitorOf(request, reply), everywhere)
      // Clears what the browser has cached of the account, including pages in the Back history.
      return reply.header('clear-site-data', '"cache"').redirect(pages['sign-in'], 303)
    })
  }
}
