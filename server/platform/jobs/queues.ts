import type { Db } from '#server/platform/db/database.ts'

export type QueueCounts = { name: string; ready: number; later: number; active: number; failed: number }

/** As pg-boss last counted them, every 15 seconds. */
export function listQueues(db: Db): Promise<QueueCounts[]> {
  return db.many<QueueCounts>({
    text: `select name, ready_count as ready, deferred_count as later, active_count as active, failed_count as failed
      from pgboss.queue where name not like '\\_\\_%' order by name`,
    values: [],
  })
}

export type FailedJob = { id: string; queue: string; tries: number; failedAt: Date; error: string }

const ERROR_AT_MOST = 300

/** The newest jobs of a queue that failed at their last try. Ended jobs are kept for two days, so there are not many. */
export function listFailedJobs(db: Db, queue: string, limit: number): Promise<FailedJob[]> {
  return db.many<FailedJob>({
    text: `select id, name as queue, retry_count + 1 as tries, completed_on as "failedAt",
        left(coalesce(output->>'reason', output->>'message', ''), $3) as error
      from pgboss.job where name = $1 and state = 'failed' order by completed_on desc limit $2`,
    values: [queue, limit, ERROR_AT_MOST],
  })
}

/** Tries a failed job once more, as pg-boss's own `retry` does. False if it is not failed. */
export async function retryFailedJob(tx: Db, { queue, id }: { queue: string; id: string }): Promise<boolean> {
  if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) return false
  const retried = await tx.run({
    text: `update pgboss.job set state = 'retry', retry_limit = retry_limit + 1, completed_on = null
      where name = $1 and id = $2 and state = 'failed'`,
    values: [queue, id],
  })
  return retried === 1
}

/**
 * The ids that have a job that waits, runs or will be tried again: which of these, or all. `key` is where its work names the
 * id.
 */
export async function listQueued(
  tx: Db,
  { queue, key, ids }: { queue: string; key: string; ids?: readonly number[] },
): Promise<number[]> {
  const found = await tx.many<{ id: number }>({
    text: `select (data ->> $2)::bigint as id from pgboss.job
      where name = $1 and state in ('created', 'retry', 'active')
        and ($3::bigint[] is null or (data ->> $2)::bigint = any($3))`,
    values: [queue, key, ids ?? null],
  })
  return found.map(({ id }) => id)
}
