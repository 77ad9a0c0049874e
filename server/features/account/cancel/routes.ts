import type { FastifyInstance } from 'fastify'
import {
  cancel as cancelCall,
  endHold as endHoldCall,
  hold as holdCall,
  undoCancel as undoCall,
} from '#contract/features/cancel.ts'
import { accountPage, accountRoute } from '#server/accounts/signed-in.ts'
import { only, showMoney } from '#server/billing/subscriptions/show-money.ts'
import type { Deps } from '#server/deps.ts'
import { page } from '#server/platform/http/pages.ts'
import { cancel, undoCancel } from './cancel.ts'
import { endHold, hold } from './hold.ts'
import { findCancellation } from './queries.ts'

export function cancelRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps
  accountPage(app, deps, 'cancel', async (session) => ({
    money: only(
      await showMoney(db, session.accountId, clock.now()),
      'nextCharge',
      'open',
      'hold',
      'holdOffer',
      'cancellation',
    ),
  }))
  page(
    app,
    deps,
    'cancellation',
    async ({ visitor }) => ({
      receipt: (await findCancellation(db, visitor.parts.reference ?? '')) ?? null,
    }),
    { isPersonal: true },
  )
  accountRoute(app, deps, cancelCall, (body, session) => cancel(deps, session, body))
  accountRoute(app, deps, undoCall, (_, session) => undoCancel(deps, session))
  accountRoute(app, deps, holdCall, (body, session) => hold(deps, session, body))
  accountRoute(app, deps, endHoldCall, (_, session) => endHold(deps, session))
}
