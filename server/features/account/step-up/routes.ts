import type { FastifyInstance } from 'fastify'
import {
  confirmIdentity as confirmIdentityCall,
  startPasskeyConfirmation as startPasskeyCall,
} from '#contract/features/step-up.ts'
import { accountRoute } from '#server/accounts/signed-in.ts'
import type { Deps } from '#server/deps.ts'
import { confirmIdentity, startPasskeyConfirmation } from './step-up.ts'

export function stepUpRoutes(app: FastifyInstance, deps: Deps): void {
  accountRoute(app, deps, confirmIdentityCall, (body, session, visitor) =>
    confirmIdentity(deps, body, session, visitor),
  )
  accountRoute(app, deps, startPasskeyCall, (_body, session, visitor) =>
    startPasskeyConfirmation(deps, session, visitor),
  )
}
