import type { FastifyInstance } from 'fastify'
import { disconnectApp as disconnectAppCall } from '#contract/calls/connected-apps.ts'
import type { Deps } from '../../deps.ts'
import { accountPage, accountRoute } from '../../signed-in.ts'
import { disconnectApp } from './disconnect-app.ts'
import { listApps } from './list-apps.ts'

export function connectedAppsRoutes(app: FastifyInstance, deps: Deps): void {
  accountPage(app, deps, 'connected-apps', async (session) => ({
    apps: await listApps(deps, session, deps.clock.now()),
  }))
  accountRoute(app, deps, disconnectAppCall, (body, session) => disconnectApp(deps, body, session))
}
