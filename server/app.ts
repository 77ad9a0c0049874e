import type { FastifyInstance } from 'fastify'
import { allCalls } from '#contract/calls.ts'
import { webinarRoutes } from '#server/features/public/webinars/routes.ts'
import { handleCardReports } from './billing/card-reports/card-reports.ts'
import { handleLeftCards } from './billing/cards/charge-card.ts'
import { handleHeldSignUps } from './billing/orders/decide-held.ts'
import { handleLateCharges } from './billing/orders/give-back.ts'
import { handleHeldCards } from './billing/orders/hold-order.ts'
import { handleOrders } from './billing/orders/settle-order.ts'
import { pricesAt } from './billing/prices.ts'
import { handleLooks } from './billing/queues/look-at-gateway.ts'
import { handleRefunds } from './billing/refunds/send-refund.ts'
import { handleWaitingRefunds } from './billing/refunds/waiting-refund.ts'
import { handleRenewals } from './billing/renewals/renew.ts'
import type { Config } from './config/config.ts'
import type { Deps } from './deps.ts'
import { registerAccount } from './features/account/account-features.ts'
import { handleMailServers } from './features/account/outgoing-mail/jobs.ts'
import { watchAccountNumbers } from './features/background/account-numbers/watch.ts'
import { handleFeed } from './features/background/feed/jobs.ts'
import { feedRoutes } from './features/background/feed/routes.ts'
import { handleFigures } from './features/background/figures/sum-figures.ts'
import { gatewayNoticeRoutes, handleNotices } from './features/background/gateway-notices/gateway-notices.ts'
import { handleLostJobs } from './features/background/lost-jobs/requeue-lost.ts'
import { mailBouncesRoutes } from './features/background/mail-bounces/take-notice.ts'
import { figures } from './features/background/monitoring/figures.ts'
import { handleProvisioning, provisioningRoutes } from './features/background/provisioning/jobs.ts'
import { handleSeals } from './features/background/seals/renew-all.ts'
import { handleTidying } from './features/background/tidying/tidy.ts'
import { chargesRoutes } from './features/dev/charges/charges.ts'
import { demoPartnerRoutes } from './features/dev/demo-partner/partner.ts'
import { demoProviderRoutes } from './features/dev/demo-provider/receiver.ts'
import { mailboxRoutes } from './features/dev/mailbox/mailbox.ts'
import { authorizeRoutes } from './features/partners/authorize/authorize.ts'
import { emailVideoRoutes } from './features/partners/email-video/email-video.ts'
import { tokenRoutes } from './features/partners/tokens/give-tokens.ts'
import { apiReferenceRoutes } from './features/public/api-reference/openapi.ts'
import { breachedPasswordsRoutes } from './features/public/breached-passwords/breached-passwords.ts'
import { browserSelectRoutes } from './features/public/browser-select/browser-select.ts'
import { feedbackRoutes } from './features/public/feedback/feedback.ts'
import { siteRoutes } from './features/public/site/site.ts'
import { smtpConfirmationRoutes } from './features/public/smtp-confirmation/smtp-confirmation.ts'
import { handleStrangers } from './features/visitors/not-me/report-not-me.ts'
import { notMeRoutes } from './features/visitors/not-me/routes.ts'
import { passkeySignInRoutes } from './features/visitors/passkey-sign-in/passkey-sign-in.ts'
import { handleResetLinks } from './features/visitors/password-reset/request-reset.ts'
import { passwordResetRoutes } from './features/visitors/password-reset/routes.ts'
import { handleFactorRecoveries } from './features/visitors/second-step/recovery.ts'
import { secondStepRoutes } from './features/visitors/second-step/routes.ts'
import { signInRoutes } from './features/visitors/sign-in/routes.ts'
import { handleResumeLinks } from './features/visitors/sign-up/resume.ts'
import { signUpRoutes } from './features/visitors/sign-up/routes.ts'
import { handleOperatorViews } from './identity/operators/operator-views.ts'
import { type ClockCheck, openClockCheck } from './platform/clock-check.ts'
import { openWriteCheck } from './platform/db/write-check.ts'
import { serveAssets, servePublicFiles } from './platform/http/assets.ts'
import { serveHealth } from './platform/http/health.ts'
import { serveLiveReload } from './platform/http/live-reload.ts'
import { measure } from './platform/http/metrics.ts'
import { openHttp } from './platform/http/open-http.ts'
import { requireRoutes } from './platform/http/route.ts'
import { closeWhileStopping, openStopping, type Stopping } from './platform/http/stopping.ts'
import { handleMails } from './platform/mail/deliver.ts'
import type { MailCarrier } from './ports/mail.ts'

/** Registers all features, one line each. */
export async function buildApp(
  deps: Deps,
  {
    clockCheck = openClockCheck(deps),
    stopping = openStopping(),
  }: { clockCheck?: ClockCheck; stopping?: Stopping } = {},
): Promise<FastifyInstance> {
  const { config, db, clock, log } = deps
  const app = await openHttp(config, log)
  closeWhileStopping(app, stopping)
  const writeCheck = openWriteCheck(db)
  const metrics = measure(app, { db, clockCheck, writeCheck, hashQueue: deps.passwords.queue, figures })
  serveHealth(app, { clockCheck, writeCheck, stopping, metrics, readers: config.metrics })
  await serveAssets(app)
  servePublicFiles(app)

  signInRoutes(app, deps)
  passkeySignInRoutes(app, deps)
  secondStepRoutes(app, deps)
  passwordResetRoutes(app, deps)
  notMeRoutes(app, deps)
  signUpRoutes(app, deps)
  provisioningRoutes(app, deps)
  authorizeRoutes(app, deps)
  tokenRoutes(app, deps)
  registerAccount(app, deps)
  emailVideoRoutes(app, deps)
  gatewayNoticeRoutes(app, deps)
  mailBouncesRoutes(app, deps)
  feedRoutes(app, deps)
  browserSelectRoutes(app, deps)
  webinarRoutes(app, deps)
  feedbackRoutes(app, deps)
  breachedPasswordsRoutes(app, deps)
  smtpConfirmationRoutes(app, deps)
  apiReferenceRoutes(app, deps)
  if (config.servesSampleSite) siteRoutes(app, { ...deps, prices: () => pricesAt(db, clock.now()) })
  if (isDemo(config)) {
    demoPartnerRoutes(app, deps)
    demoProviderRoutes(app, deps)
    mailboxRoutes(app, deps)
    chargesRoutes(app, deps)
  }
  requireRoutes(app, allCalls)
  if (config.reloadsPages) serveLiveReload(app)
  return app
}

/** Registers all background jobs, one line per kind. */
export function declareJobs(
  deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'config' | 'payments' | 'outgoingMail' | 'log'>,
  carrier: MailCarrier,
): void {
  handleMails(deps.jobs, { ...deps, carrier })
  handleResetLinks(deps)
  handleStrangers(deps)
  handleMailServers(deps)
  handleOrders(deps)
  handleHeldSignUps(deps)
  handleHeldCards(deps)
  handleLeftCards(deps)
  handleResumeLinks(deps)
  handleLateCharges(deps)
  handleNotices(deps)
  handleCardReports(deps)
  handleLooks(deps)
  handleRefunds(deps)
  handleWaitingRefunds(deps)
  handleRenewals(deps)
  handleProvisioning(deps)
  handleFactorRecoveries(deps)
  handleOperatorViews(deps)
  handleTidying(deps)
  handleLostJobs(deps)
  handleSeals(deps)
  watchAccountNumbers(deps)
  handleFeed(deps)
  handleFigures(deps)
}

/** The embedded start enables development aids: a mailbox page and demo accounts. */
export function isDemo(config: Config): boolean {
  return config.database.kind === 'embedded' && !config.isProduction
}
