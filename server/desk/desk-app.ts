import type { FastifyInstance } from 'fastify'
import { deskCalls } from '#contract/desk/desk-calls.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import type { Deps } from '#server/deps.ts'
import { DESK_ASSETS, serveAssets } from '#server/platform/http/assets.ts'
import { serveLiveReload } from '#server/platform/http/live-reload.ts'
import { openHttp } from '#server/platform/http/open-http.ts'
import type { PageBundle } from '#server/platform/http/page-bundle.ts'
import { requireRoutes } from '#server/platform/http/route.ts'
import { closeWhileStopping, openStopping, type Stopping } from '#server/platform/http/stopping.ts'
import { accessRoutes } from './access/routes.ts'
import { accountRoutes } from './account/routes.ts'
import { approvalsRoutes } from './approvals/routes.ts'
import { auditRoutes } from './audit/routes.ts'
import { httpOf } from './desk-deps.ts'
import { disputesRoutes } from './disputes/routes.ts'
import { feedRoutes } from './feed/routes.ts'
import { figuresRoutes } from './figures/routes.ts'
import { findRoutes } from './find/routes.ts'
import { heldSignUpsRoutes } from './held-sign-ups/routes.ts'
import { helpRoutes } from './help/routes.ts'
import { mailsRoutes } from './mails/routes.ts'
import { moneyRoutes } from './money/routes.ts'
import { operatorsRoutes } from './operators/routes.ts'
import { partnersRoutes } from './partners/routes.ts'
import { reasonsRoutes } from './reasons/routes.ts'
import { seeAsRoutes } from './see-as/routes.ts'
import { settingsRoutes } from './settings/routes.ts'
import { signInRoutes } from './sign-in/routes.ts'
import { todayRoutes } from './today/routes.ts'

/** The operators' pages, on a listener of their own. Registers all of them, one line each. */
export async function buildDesk(
  given: Deps & { deskBundle: PageBundle },
  stopping: Stopping = openStopping(),
): Promise<FastifyInstance> {
  const deps = { ...given, http: httpOf(given.config) }
  const app = await openHttp(deps.http, deps.log, {
    home: deskPages.today.path,
    calls: /^\/(?:desk\/api|desk\/assets|assets)\b/,
  })
  closeWhileStopping(app, stopping)
  await serveAssets(app)
  await serveAssets(app, DESK_ASSETS)
  signInRoutes(app, deps)
  todayRoutes(app, deps)
  seeAsRoutes(app, deps)
  accountRoutes(app, deps)
  helpRoutes(app, deps)
  mailsRoutes(app, deps)
  disputesRoutes(app, deps)
  heldSignUpsRoutes(app, deps)
  settingsRoutes(app, deps)
  moneyRoutes(app, deps)
  approvalsRoutes(app, deps)
  findRoutes(app, deps)
  figuresRoutes(app, deps)
  reasonsRoutes(app, deps)
  partnersRoutes(app, deps)
  feedRoutes(app, deps)
  operatorsRoutes(app, deps)
  auditRoutes(app, deps)
  accessRoutes(app, deps)
  requireRoutes(app, deskCalls)
  if (deps.config.reloadsPages) serveLiveReload(app)
  return app
}
