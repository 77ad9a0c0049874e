import type { FastifyInstance } from 'fastify'
import { accountPage, sessionOf } from '#server/accounts/signed-in.ts'
import type { Deps } from '#server/deps.ts'
import { sendRefusal } from '#server/platform/http/answer.ts'
import { queryOf } from '#server/platform/http/pages.ts'
import { visitorOf } from '#server/platform/http/visitor.ts'
import { refuse } from '#server/platform/refusal.ts'
import { exportActivity } from './export-activity.ts'
import { showActivity } from './show-activity.ts'

export function activityRoutes(app: FastifyInstance, deps: Deps): void {
  accountPage(app, deps, 'activity', (session, { query }) => showActivity(deps, session, query))
  app.get('/account/activity/activity.csv', { config: { isPage: true } }, async (request, reply) => {
    const session = await sessionOf(deps, visitorOf(request, reply))
    if (!session) return sendRefusal(reply, refuse('signed-out'))
    if (session.scope !== 'account') return sendRefusal(reply, refuse('out-of-reach'))
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', 'attachment; filename="activity.csv"')
      .type('text/csv; charset=utf-8')
      .send(await exportActivity(deps, session, queryOf(request)))
  })
}
