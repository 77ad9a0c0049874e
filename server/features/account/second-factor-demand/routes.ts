import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/features/second-factor-demand.ts'
import { accountRoute } from '#server/accounts/signed-in.ts'
import type { Deps } from '#server/deps.ts'
import { demandSecondFactor, withdrawDemand } from './demand.ts'

export function secondFactorDemandRoutes(app: FastifyInstance, deps: Deps): void {
  accountRoute(app, deps, calls.demandSecondFactor, (body, session, visitor) =>
    demandSecondFactor(deps, body, session, visitor),
  )
  accountRoute(app, deps, calls.withdrawFactorDemand, (_body, session, visitor) =>
    withdrawDemand(deps, session, visitor),
  )
}
