import type { Db } from './db/database.ts'
import { sql } from './db/sql.ts'
import type { Deps } from './deps.ts'
import { defineJob } from './jobs/jobs.ts'
import { later, SECOND } from './ports/clock.ts'

/** Turns a paid account into a working one; about two days of tries before an operator is asked. */
export const setUpAccount = defineJob<{ accountId: number }>({
  name: 'set-up-account',
  retries: 14,
  firstRetrySeconds: 10,
  longestRetrySeconds: 6 * 3600,
  expiresSeconds: 120,
})

export async function beginSetUp(
  tx: Db,
  { jobs, config, now }: Pick<Deps, 'jobs' | 'config'> & { now: Date },
  accountId: number,
): Promise<void> {
  await tx.run(
    sql`insert into set_ups (account_id, state, started_at) values (${accountId}, 'running', ${now})`,
  )
  await jobs.send(
    tx,
    setUpAccount,
    { accountId },
    later(now, config.setUpWebhook.url ? 0 : config.setupSeconds * SECOND),
  )
}
