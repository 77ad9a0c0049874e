import type { FastifyInstance } from 'fastify'
import { accountPage, admit, permissionFor } from '#server/accounts/signed-in.ts'
import type { Deps } from '#server/deps.ts'
import { sendRefusal } from '#server/platform/http/answer.ts'
import { queryOf } from '#server/platform/http/pages.ts'
import { visitorOf } from '#server/platform/http/visitor.ts'
import { isRefused } from '#server/platform/refusal.ts'
import { exportActivity, showActivity } from './activity.ts'

const CSV_PATH = '/account/activity/activity.csv'

export function activityRoutes(app: FastifyInstance, deps: Deps): void {
  accountPage(app, deps, 'activity', (session, { query }) => showActivity(deps, session, query))
  app.get(CSV_PATH, { config: { isPage: true } }, async (request, reply) => {
    const session = await admit(
      deps,
      visitorOf(request, reply),
      permissionFor({ method: 'GET', path: CSV_PATH }),
    )
    if (isRefused(session)) return sendRefusal(reply, session)
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', 'attachment; filename="activity.csv"')
      .type('text/csv; charset=utf-8')
      .send(await exportActivity(deps, session, queryOf(request)))
  })
}
