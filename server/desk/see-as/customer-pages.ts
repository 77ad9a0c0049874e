import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import type { DeskDeps } from '#server/desk/desk-deps.ts'
import { registerAccount } from '#server/features/account/account-features.ts'
import { readOnly } from '#server/platform/db/read-only.ts'
import { admitToView } from './admit-to-view.ts'
import { findViewed } from './find-view.ts'
import { sendInView } from './send-in-view.ts'

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
    registerAccount(scope, viewed)
    // Links that lead out of the account pages end here, inside the frame.
    scope.get('/*', async (_request, reply) => reply.callNotFound())
    done()
  })
}
