import type { Db } from '#server/platform/db/database.ts'
import { defineJob, type Jobs } from '#server/platform/jobs/jobs.ts'

/**
 * Something of the gateway that could not be read. It fails at once, so that it stands on the desk's list of failed work
 * until an operator has looked at the gateway's own pages and sets it aside.
 */
const lookAtGateway = defineJob<{ why: string }>({
  name: 'look-at-the-gateway',
  retries: 0,
  firstRetrySeconds: 1,
  longestRetrySeconds: 1,
  expiresSeconds: 30,
})

export async function askToLook(tx: Db, jobs: Jobs, why: string): Promise<void> {
  await jobs.send(tx, lookAtGateway, { why })
}

export function handleLooks({ jobs }: { jobs: Jobs }): void {
  jobs.handle(lookAtGateway, async ({ why }) => {
    throw new Error(why)
  })
}
