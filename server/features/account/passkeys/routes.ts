import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/features/passkeys.ts'
import { accountPage, accountRoute } from '#server/accounts/signed-in.ts'
import type { Deps } from '#server/deps.ts'
import {
  addPasskey,
  answerOffer,
  recoverPasskeys,
  removePasskey,
  renamePasskey,
  showPasskeys,
  startPasskey,
} from './passkeys.ts'

export function passkeysRoutes(app: FastifyInstance, deps: Deps): void {
  accountPage(app, deps, 'passkeys', (session, { visitor }) => showPasskeys(deps, session, visitor))
  accountRoute(app, deps, calls.startPasskey, (body, session, visitor) =>
    startPasskey(deps, body, session, visitor),
  )
  accountRoute(app, deps, calls.addPasskey, (body, session, visitor) =>
    addPasskey(deps, body, session, visitor),
  )
  accountRoute(app, deps, calls.renamePasskey, (body, session) => renamePasskey(deps, body, session))
  accountRoute(app, deps, calls.removePasskey, (body, session, visitor) =>
    removePasskey(deps, body, session, visitor),
  )
  accountRoute(app, deps, calls.recoverPasskeys, (body, session, visitor) =>
    recoverPasskeys(deps, body, session, visitor),
  )
  accountRoute(app, deps, calls.answerPasskeyOffer, (body, session) => answerOffer(deps, body, session))
}
