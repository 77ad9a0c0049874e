import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { activityRoutes } from '#server/features/account/activity/routes.ts'
import { billingRoutes } from './billing/routes.ts'
import { cancelRoutes } from './cancel/routes.ts'
import { connectedAppsRoutes } from './connected-apps/connected-apps.ts'
import { detailsRoutes } from './details/details.ts'
import { outgoingMailRoutes } from './outgoing-mail/outgoing-mail.ts'
import { accountRoutes } from './overview/overview.ts'
import { passkeysRoutes } from './passkeys/passkeys.ts'
import { peopleRoutes } from './people/routes.ts'
import { planRoutes } from './plan/routes.ts'
import { reactivateRoutes } from './reactivate/reactivate.ts'
import { secondFactorRoutes } from './second-factor/second-factor.ts'
import { secondFactorDemandRoutes } from './second-factor-demand/demand.ts'
import { securityRoutes } from './security/security.ts'
import { stepUpRoutes } from './step-up/step-up.ts'

const features = [
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

/** The pages and calls of an account: for its people, and read-only for an operator's view. */
export function registerAccount(app: FastifyInstance, deps: Deps): void {
  for (const register of features) register(app, deps)
}
