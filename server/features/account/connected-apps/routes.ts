import type { FastifyInstance } from 'fastify'
import { disconnectApp as disconnectAppCall } from '#contract/features/connected-apps.ts'
import { accountPage, accountRoute } from '#server/accounts/signed-in.ts'
import type { Deps } from '#server/deps.ts'
import { disconnectApp, listApps } from './connected-apps.ts'

export function connectedAppsRoutes(app: FastifyInstance, deps: Deps): void {
  accountPage(app, deps, 'connected-apps', (session, { query }) =>
    listApps(deps, session, query.before, deps.clock.now()),
  )
  accountRoute(app, deps, disconnectAppCall, (body, session) => disconnectApp(deps, body, session))
}
