import type { FastifyInstance } from 'fastify'
import {
  checkOutgoingMail,
  readOutgoingMail,
  removeOutgoingMail,
  saveOutgoingMail,
} from '#contract/calls/outgoing-mail.ts'
import type { Deps } from '../../deps.ts'
import { accountPage, accountRoute, ownerRoute } from '../../signed-in.ts'
import { checkOf, shownSettings } from './check.ts'
import { findSettings } from './queries.ts'
import { answer, checkAgain, forget, save } from './save.ts'

export function outgoingMailRoutes(app: FastifyInstance, deps: Deps): void {
  ownerRoute(app, deps, saveOutgoingMail, (body, session) => save(deps, session, body))
  ownerRoute(app, deps, checkOutgoingMail, (_body, session) => checkAgain(deps, session))
  ownerRoute(app, deps, removeOutgoingMail, (_body, session) => forget(deps, session))
  accountRoute(app, deps, readOutgoingMail, (_body, session) => answer(deps, session))
  accountPage(app, deps, 'outgoing-mail', async ({ accountId }) => {
    const settings = await findSettings(deps.db, accountId)
    return { settings: shownSettings(settings), check: checkOf(settings, deps.clock.now()) }
  })
}
