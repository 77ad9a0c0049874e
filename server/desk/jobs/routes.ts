import type { FastifyInstance } from 'fastify'
import { retryJob, startSetUpAgain } from '#contract/desk/jobs/calls.ts'
import { findByNumber } from '#server/accounts/find-by-number.ts'
import * as setUps from '#server/accounts/set-ups.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { retryFailedJob } from '#server/platform/jobs/queues.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { DeskDeps } from '../desk-deps.ts'
import { deskPage, deskRoute } from '../desk-routes.ts'
import { shownAfter } from '../shown-after.ts'
import { retriedElsewhere } from './retried-elsewhere.ts'
import { showJobs } from './show-jobs.ts'

export function jobsRoutes(app: FastifyInstance, deps: DeskDeps): void {
  const { db, clock } = deps
  deskPage(app, deps, 'jobs', () => showJobs(deps))
  deskRoute(app, deps, retryJob, async ({ queue, job_id: id, reason }, { actor }) => {
    const elsewhere = retriedElsewhere.get(queue)
    if (elsewhere) return refuse('invalid-fields', { errors: elsewhere })
    const isRetried = await db.transaction(async (tx) => {
      if (!(await retryFailedJob(tx, { queue, id }))) return false
      const details = { queue, job: id, reason }
      await recordAudit(tx, { actor, action: 'job-retried', details }, clock.now())
      return true
    })
    if (!isRetried) return refuse('not-found', { errors: 'This job is not failed any more.' })
    return {
      data: {
        said: `The job of ${queue} is tried again.`,
        values: await shownAfter(deps, () => showJobs(deps)),
      },
    }
  })
  deskRoute(app, deps, startSetUpAgain, async ({ number, reason }, { actor }) => {
    const account = await findByNumber(db, number)
    const given = { accountId: account?.id ?? 0, actor, reason }
    const isRepeated = account && (await setUps.repeatSetUp(deps, given))
    if (!account || !isRepeated)
      return refuse('not-found', { errors: `The set-up of ${number} is not dead any more.` })
    const said = `The set-up of ${number} (${account.company}) has started again.`
    return { data: { said, values: await shownAfter(deps, () => showJobs(deps)) } }
  })
}
