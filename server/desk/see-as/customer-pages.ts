import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import type { DeskDeps } from '#server/desk/desk-deps.ts'
import { activityRoutes } from '#server/features/account/activity/routes.ts'
import { billingRoutes } from '#server/features/account/billing/routes.ts'
import { cancelRoutes } from '#server/features/account/cancel/routes.ts'
import { connectedAppsRoutes } from '#server/features/account/connected-apps/routes.ts'
import { detailsRoutes } from '#server/features/account/details/routes.ts'
import { outgoingMailRoutes } from '#server/features/account/outgoing-mail/routes.ts'
import { accountRoutes } from '#server/features/account/overview/routes.ts'
import { passkeysRoutes } from '#server/features/account/passkeys/routes.ts'
import { peopleRoutes } from '#server/features/account/people/routes.ts'
import { planRoutes } from '#server/features/account/plan/routes.ts'
import { reactivateRoutes } from '#server/features/account/reactivate/routes.ts'
import { secondFactorRoutes } from '#server/features/account/second-factor/routes.ts'
import { secondFactorDemandRoutes } from '#server/features/account/second-factor-demand/routes.ts'
import { securityRoutes } from '#server/features/account/security/routes.ts'
import { stepUpRoutes } from '#server/features/account/step-up/routes.ts'
import { readOnly } from '#server/platform/db/read-only.ts'
import { admitToView } from './admit-to-view.ts'
import { findViewed } from './find-view.ts'
import { sendInView } from './send-in-view.ts'

/** The account pages, as the public app registers them. */
const routesOfCustomers = [
  accountRoutes,
  detailsRoutes,
  peopleRoutes,
  securityRoutes,
  activityRoutes,
  secondFactorRoutes,
  stepUpRoutes,
  passkeysRoutes,
  secondFactorDemandRoutes,
  connectedAppsRoutes,
  billingRoutes,
  planRoutes,
  cancelRoutes,
  reactivateRoutes,
  outgoingMailRoutes,
]

/**
 * The customer's own pages on the desk's listener, for whoever has begun a view. The only file of the desk that may
 * register them: every request passes `admitToView`, and what it reaches can only read.
 */
export function customerPages(app: FastifyInstance, deps: DeskDeps): void {
  app.register((scope, _options, done) => {
    scope.decorateRequest('view', null)
    scope.addHook('onRequest', admitToView(deps))
    scope.addHook('onSend', sendInView)
    const viewed: Deps = {
      ...deps,
      db: readOnly(deps.db),
      findViewed: (visitor) => findViewed(deps, visitor),
    }
    for (const routes of routesOfCustomers) routes(scope, viewed)
    // Links that lead out of the account pages end here, inside the frame.
    scope.get('/*', async (_request, reply) => reply.callNotFound())
    done()
  })
}
