import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/features/second-factor.ts'
import { accountPage, accountRoute } from '#server/accounts/signed-in.ts'
import type { Deps } from '#server/deps.ts'
import {
  keepSecondFactor,
  renewCodes,
  showSecondFactor,
  startSecondFactor,
  turnOff,
  turnOn,
} from './second-factor.ts'

export function secondFactorRoutes(app: FastifyInstance, deps: Deps): void {
  accountPage(app, deps, 'second-factor', (session) => showSecondFactor(deps, session))
  accountRoute(app, deps, calls.startSecondFactor, (_body, session) => startSecondFactor(deps, session))
  accountRoute(app, deps, calls.turnOnSecondFactor, (body, session, visitor) =>
    turnOn(deps, body, session, visitor),
  )
  accountRoute(app, deps, calls.renewRecoveryCodes, (_body, session, visitor) =>
    renewCodes(deps, session, visitor),
  )
  accountRoute(app, deps, calls.keepSecondFactor, (_body, session, visitor) =>
    keepSecondFactor(deps, session, visitor),
  )
  accountRoute(app, deps, calls.turnOffSecondFactor, (_body, session, visitor) =>
    turnOff(deps, session, visitor),
  )
}
