import type { Deps } from '#server/deps.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { defineJob } from '#server/platform/jobs/jobs.ts'

type JobDeps = Pick<Deps, 'db' | 'jobs'>

/** More than any account, or the whole feed, can have had between the restored moment and the restore. */
const SEQUENCES_BEYOND = 1_000_000
const POSITIONS_BEYOND = 1_000_000_000
const ACCOUNTS_IN_A_PART = 500

/** Writes an event for every account with a higher id, unless its last event already states its entitlements. */
export const resendAccounts = defineJob<{ after: number }>({
  name: 'tell-accounts',
  retries: 60,
  firstRetrySeconds: 5,
  longestRetrySeconds: 600,
  expiresSeconds: 120,
})

/**
 * For a restored database: numbers that receivers already know would be reused, and be ignored. All numbers
 * continue far above, every account is sent again in batches, and readers of the feed get 410 once.
 */
export async function restartFeed(tx: Db, { jobs }: Pick<Deps, 'jobs'>): Promise<{ position: number }> {
  await tx.one(sql`select last_position from feed_state for update`)
  const { position } = await tx.one<{ position: number }>(sql`
    update feed_state set
      sequence_base = sequence_base + ${SEQUENCES_BEYOND},
      last_position = last_position + ${POSITIONS_BEYOND},
      deleted_through = last_position + ${POSITIONS_BEYOND}
    returning last_position as position`)
  // What the endpoints had not received yet is part of what is sent again.
  await tx.run(sql`
    delete from feed_backlog b using feed_endpoints e where b.endpoint_id = e.id`)
  await tx.run(sql`update feed_endpoints set sent_through = ${position}, missed_at = null`)
  await jobs.send(tx, resendAccounts, { after: 0 })
  return { position }
}

export function handleRestarts(deps: JobDeps): void {
  deps.jobs.handle(resendAccounts, ({ after }) => resendBatch(deps, after))
}

/**
 * A batch and the job for the next one are one transaction: killed in between, the batch is resent, which is
 * harmless.
 */
export function resendBatch({ db, jobs }: JobDeps, after: number): Promise<void> {
  return db.transaction(async (tx) => {
    const part = await tx.many<{ id: number }>(sql`
      select id, note_entitlements(id) from accounts where id > ${after} order by id limit ${ACCOUNTS_IN_A_PART}`)
    const last = part.at(-1)
    if (last && part.length === ACCOUNTS_IN_A_PART) await jobs.send(tx, resendAccounts, { after: last.id })
  })
}
