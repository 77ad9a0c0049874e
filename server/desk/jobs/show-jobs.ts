import type { JobsValues } from '#contract/desk/jobs/values.ts'
import { closedStatuses, listSetUps, SET_UP_OF_CLOSED } from '#server/accounts/set-ups.ts'
import { listFailedJobs, listQueues } from '#server/platform/jobs/queues.ts'
import { listWaitingMails } from '#server/platform/mail/list-waiting.ts'
import type { DeskDeps } from '../desk-deps.ts'
import { retriedElsewhere } from './retried-elsewhere.ts'

const ROWS = 100
const FAILED_OF_A_QUEUE = 20

export async function showJobs({ db }: Pick<DeskDeps, 'db'>): Promise<JobsValues> {
  const queues = await listQueues(db)
  const failed: JobsValues['failed'] = []
  for (const { name } of queues.filter((queue) => queue.failed > 0))
    for (const { failedAt, ...job } of await listFailedJobs(db, name, FAILED_OF_A_QUEUE))
      failed.push({ ...job, failedAt: failedAt.toISOString(), canRetry: !retriedElsewhere.has(name) })
  const setUps = await listSetUps(db, ROWS + 1)
  const mails = await listWaitingMails(db, ROWS + 1)
  return {
    queues,
    failed,
    setUps: setUps.slice(0, ROWS).map(({ pin, company, status, lastError, startedAt, ...setUp }) => ({
      ...setUp,
      pin: pin ?? '',
      company: company ?? '',
      lastError: lastError ?? '',
      startedAt: startedAt.toISOString(),
      why: status && closedStatuses.includes(status) ? SET_UP_OF_CLOSED : null,
    })),
    mails: mails.slice(0, ROWS).map(({ lastError, createdAt, ...mail }) => ({
      ...mail,
      lastError: lastError ?? '',
      createdAt: createdAt.toISOString(),
    })),
    areSetUpsCut: setUps.length > ROWS,
    areMailsCut: mails.length > ROWS,
  }
}
