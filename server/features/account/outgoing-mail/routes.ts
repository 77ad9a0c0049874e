import type { FastifyInstance } from 'fastify'
import {
  checkOutgoingMail,
  readOutgoingMail,
  removeOutgoingMail,
  saveOutgoingMail,
} from '#contract/features/outgoing-mail.ts'
import { accountPage, accountRoute, shownTo } from '#server/accounts/signed-in.ts'
import type { Deps } from '#server/deps.ts'
import { answer, checkAgain, checkOf, forget, save, shownSettings } from './outgoing-mail.ts'
import { findSettings } from './queries.ts'

export function outgoingMailRoutes(app: FastifyInstance, deps: Deps): void {
  accountRoute(app, deps, saveOutgoingMail, (body, session) => save(deps, session, body))
  accountRoute(app, deps, checkOutgoingMail, (_body, session) => checkAgain(deps, session))
  accountRoute(app, deps, removeOutgoingMail, (_body, session) => forget(deps, session))
  accountRoute(app, deps, readOutgoingMail, (_body, session) => answer(deps, session))
  accountPage(app, deps, 'outgoing-mail', async (session) => {
    const settings = await findSettings(deps.db, session.accountId)
    return {
      server: settings
        ? { host: settings.host, port: settings.port, fromAddress: settings.fromAddress }
        : null,
      settings: await shownTo(session, 'manage-settings', async () => shownSettings(settings)),
      check: checkOf(settings, deps.clock.now()),
    }
  })
}
