import type { FastifyInstance } from 'fastify'
import { accountFiles } from '#contract/accounts/account-files.ts'
import { accountFile, accountPage } from '#server/accounts/signed-in.ts'
import type { Deps } from '#server/deps.ts'
import { exportActivity, showActivity } from './activity.ts'

export function activityRoutes(app: FastifyInstance, deps: Deps): void {
  accountPage(app, deps, 'activity', (session, { query }) => showActivity(deps, session, query))
  accountFile(app, deps, accountFiles.activity, async (session, { query }) => ({
    disposition: 'attachment; filename="activity.csv"',
    type: 'text/csv; charset=utf-8',
    content: await exportActivity(deps, session, query),
  }))
}
