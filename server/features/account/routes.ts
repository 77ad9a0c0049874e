import type { FastifyInstance } from 'fastify'
import { pages } from '#contract/pages.ts'
import type { Deps } from '../../deps.ts'
import { type PageRequest, page, type Redirect } from '../../http/pages.ts'
import { visitorOf } from '../../http/visitor.ts'
import type { Reach } from '../../identity/sessions.ts'
import { showAccount } from './show-account.ts'
import { signOut } from './sign-out.ts'

/** Which pages a session of each reach may see; the first is where it is sent from any other. */
const home: Record<Reach, string> = {
  account: pages.account,
  billing: pages.billing,
  reactivation: pages.reactivate,
}
const open: Record<Reach, readonly string[]> = {
  account: [pages.account, pages.billing],
  billing: [pages.billing],
  reactivation: [pages.reactivate],
}

export function accountRoutes(app: FastifyInstance, deps: Deps): void {
  for (const name of ['account', 'billing', 'reactivate'] as const) {
    page(app, deps, name, (request) => showIfOpen(deps, pages[name], request), { isPersonal: true })
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

async function showIfOpen(deps: Deps, address: string, { visitor }: PageRequest) {
  const shown = await showAccount(deps, visitor)
  if (!shown) return { redirectTo: pages['sign-in'] } satisfies Redirect
  if (!open[shown.reach].includes(address)) return { redirectTo: home[shown.reach] } satisfies Redirect
  return shown.values
}
