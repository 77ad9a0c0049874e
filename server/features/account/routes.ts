import type { FastifyInstance } from 'fastify'
import { pages } from '#contract/pages.ts'
import type { Deps } from '../../deps.ts'
import { visitorOf } from '../../http/visitor.ts'
import { listBills } from '../../money/show-bills.ts'
import { showMoney } from '../../money/show-money.ts'
import { accountPage } from '../../signed-in.ts'
import { signOut } from './sign-out.ts'

export function accountRoutes(app: FastifyInstance, deps: Deps): void {
  accountPage(app, deps, 'account', async ({ accountId, role }) => ({
    money: await showMoney(deps.db, accountId, deps.clock.now()),
    bills: role === 'owner' ? (await listBills(deps.db, accountId)).slice(0, 3) : [],
  }))

  for (const [address, everywhere] of [
    ['/account/sign-out/', false],
    ['/account/sign-out-everywhere/', true],
  ] as const) {
    app.post(address, { config: { isPage: true } }, async (request, reply) => {
      await signOut(deps, visitorOf(request, reply), everywhere)
      return reply.redirect(pages['sign-in'], 303)
    })
  }
}
