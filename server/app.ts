import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import type { Deps } from './deps.ts'
import { accountRoutes } from './features/account/routes.ts'
import { apiReferenceRoutes } from './features/api-reference/routes.ts'
import { authorizeRoutes } from './features/authorize/routes.ts'
import { billingRoutes } from './features/billing/routes.ts'
import { browserSelectRoutes } from './features/browser-select/routes.ts'
import { cancelRoutes } from './features/cancel/routes.ts'
import { chargesRoutes } from './features/charges/routes.ts'
import { connectedAppsRoutes } from './features/connected-apps/routes.ts'
import { demoPartnerRoutes } from './features/demo-partner/routes.ts'
import { detailsRoutes } from './features/details/routes.ts'
import { emailVideoRoutes } from './features/email-video/routes.ts'
import { feedbackRoutes } from './features/feedback/routes.ts'
import { galleryRoutes } from './features/gallery/routes.ts'
import { gatewayNoticeRoutes } from './features/gateway-notices/routes.ts'
import { mailboxRoutes } from './features/mailbox/routes.ts'
import { outgoingMailRoutes } from './features/outgoing-mail/routes.ts'
import { passwordResetRoutes } from './features/password-reset/routes.ts'
import { peopleRoutes } from './features/people/routes.ts'
import { planRoutes } from './features/plan/routes.ts'
import { reactivateRoutes } from './features/reactivate/routes.ts'
import { securityRoutes } from './features/security/routes.ts'
import { setUpRoutes } from './features/set-up/routes.ts'
import { signInRoutes } from './features/sign-in/routes.ts'
import { signUpRoutes } from './features/sign-up/routes.ts'
import { siteRoutes } from './features/site/routes.ts'
import { smtpConfirmationRoutes } from './features/smtp-confirmation/routes.ts'
import { tokenRoutes } from './features/tokens/routes.ts'
import { webinarRoutes } from './features/webinars/routes.ts'
import { serveAssets } from './http/assets.ts'
import { serveHealth } from './http/health.ts'
import { serveLiveReload } from './http/live-reload.ts'
import { measure } from './http/metrics.ts'
import { servePublicFiles } from './http/public-files.ts'
import { openDoor } from './http/server.ts'
import { pricesAt } from './prices.ts'

/** The table of contents: one line per feature. */
export async function buildApp(
  deps: Deps,
  isStopping: () => boolean = () => false,
): Promise<FastifyInstance> {
  const { config, db, clock, log } = deps
  const app = await openDoor(config, log)
  const metrics = measure(app, db)
  serveHealth(app, {
    db,
    metrics,
    readers: config.metrics,
    isStopping,
  })
  await serveAssets(app)
  servePublicFiles(app)

  signInRoutes(app, deps)
  passwordResetRoutes(app, deps)
  signUpRoutes(app, deps)
  setUpRoutes(app, deps)
  authorizeRoutes(app, deps)
  tokenRoutes(app, deps)
  accountRoutes(app, deps)
  detailsRoutes(app, deps)
  peopleRoutes(app, deps)
  securityRoutes(app, deps)
  connectedAppsRoutes(app, deps)
  emailVideoRoutes(app, deps)
  billingRoutes(app, deps)
  planRoutes(app, deps)
  cancelRoutes(app, deps)
  reactivateRoutes(app, deps)
  gatewayNoticeRoutes(app, deps)
  browserSelectRoutes(app, deps)
  webinarRoutes(app, deps)
  feedbackRoutes(app, deps)
  outgoingMailRoutes(app, deps)
  smtpConfirmationRoutes(app, deps)
  apiReferenceRoutes(app, deps)
  if (config.servesSampleSite) siteRoutes(app, { ...deps, prices: () => pricesAt(db, clock.now()) })
  if (isDemo(config)) {
    galleryRoutes(app, deps)
    demoPartnerRoutes(app, deps)
    mailboxRoutes(app, deps)
    chargesRoutes(app, deps)
  }
  if (config.reloadsPages) serveLiveReload(app)
  return app
}

/** The embedded start is open about itself: a mailbox to read, demo people to sign in as. */
export function isDemo(config: Config): boolean {
  return config.database.kind === 'embedded' && !config.isProduction
}
