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
import { accessRoutes } from './access/access.ts'
import { accountRoutes } from './account/account.ts'
import { approvalsRoutes } from './approvals/approvals.ts'
import { auditRoutes } from './audit/audit.ts'
import { answerUnknownPage, httpOf } from './desk-routes.ts'
import { disputesRoutes } from './disputes/disputes.ts'
import { feedRoutes } from './feed/feed.ts'
import { figuresRoutes } from './figures/figures.ts'
import { findRoutes } from './find/find.ts'
import { heldSignUpsRoutes } from './held-sign-ups/held-sign-ups.ts'
import { helpRoutes } from './help/help.ts'
import { mailsRoutes } from './mails/mails.ts'
import { moneyRoutes } from './money/money.ts'
import { operatorsRoutes } from './operators/operators.ts'
import { partnersRoutes } from './partners/partners.ts'
import { reasonsRoutes } from './reasons/reasons.ts'
import { seeAsRoutes } from './see-as/see-as.ts'
import { settingsRoutes } from './settings/settings.ts'
import { signInRoutes } from './sign-in/sign-in.ts'
import { todayRoutes } from './today/today.ts'

/** The operators' pages on a separate listener. Registers all of them, one line each. */
export async function buildDesk(
  given: Deps & { deskBundle: PageBundle },
  stopping: Stopping = openStopping(),
): Promise<FastifyInstance> {
  const deps = { ...given, http: httpOf(given.config) }
  const app = await openHttp(deps.http, deps.log, {
    home: deskPages.today.path,
    calls: /^\/(?:desk\/api|desk\/assets|assets)\b/,
    shown: {
      paths: /^\/desk\//,
      answer: (request, reply) => answerUnknownPage(deps, request, reply),
    },
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
