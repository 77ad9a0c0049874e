import type { FastifyInstance } from 'fastify'
import { pages } from '#contract/pages.ts'
import type { Deps } from '../../deps.ts'
import { visitorOf } from '../../http/visitor.ts'
import { accountPage } from '../../signed-in.ts'
import { signOut } from './sign-out.ts'

export function accountRoutes(app: FastifyInstance, deps: Deps): void {
  for (const name of ['account', 'billing', 'reactivate'] as const) {
    accountPage(app, deps, name, async () => ({}))
  }

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
