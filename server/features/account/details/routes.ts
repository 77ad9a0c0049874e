import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/features/details.ts'
import { accountPage, accountRoute } from '#server/accounts/signed-in.ts'
import type { Deps } from '#server/deps.ts'
import { saveAccountDetails, saveBillingDetails, saveOwnName, showDetails } from './details.ts'

export function detailsRoutes(app: FastifyInstance, deps: Deps): void {
  accountPage(app, deps, 'details', (session) => showDetails(deps, session))
  accountRoute(app, deps, calls.saveOwnName, (body, session) => saveOwnName(deps, body, session))
  accountRoute(app, deps, calls.saveAccountDetails, (body, session) =>
    saveAccountDetails(deps, body, session),
  )
  accountRoute(app, deps, calls.saveBillingDetails, (body, session) =>
    saveBillingDetails(deps, body, session),
  )
}
