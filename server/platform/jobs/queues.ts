import { FAILED_WORK_DAYS } from '#contract/calendar/lifetimes.ts'
import { afterCursor, type Cursor } from '#server/platform/db/cursor.ts'
import type { Db } from '#server/platform/db/database.ts'
import { DAY, SECOND } from '#server/ports/clock.ts'

export type FailedJob = Cursor & { job: string; queue: string; tries: number; at: Date; error: string }

const ERROR_AT_MOST = 300
const FAILED_KEPT_SECONDS = (FAILED_WORK_DAYS * DAY) / SECOND

/**
 * Jobs that failed at their last try and wait for an operator, oldest first, except in some queues. pg-boss counts
 * them every 15 seconds: only queues with some are read.
 */
export function listFailedJobs(
  db: Db,
  cursor: Cursor,
  { except, atMost }: { except: readonly string[]; atMost: number },
): Promise<FailedJob[]> {
  const after = afterCursor(cursor)
  return db.many<FailedJob>({
    text: `select job, queue, tries, at, error, id, 0 as source, (extract(epoch from at) * 1000000)::bigint as micros
      from (
        select id as job, name as queue, retry_count + 1 as tries, completed_on as at,
          left(coalesce(output->>'reason', output->>'message', ''), $5) as error, ${numberOf('id')} as id
        from pgboss.job
        where state = 'failed' and name = any(
          array(select name from pgboss.queue where failed_count > 0 and name not like '\\_\\_%' and name <> all($1)))
      ) failed
      where (at, id) > ($2::timestamptz, $3::bigint)
      order by at, id limit $4`,
    values: [except, after.at, after.id, atMost, ERROR_AT_MOST],
  })
}

export type LateQueue = Cursor & { queue: string; at: Date; ready: number }

/** Queues whose next job has been due for longer than some minutes: no process takes it. */
export function listLateQueues(db: Db, minutes: number): Promise<LateQueue[]> {
  return db.many<LateQueue>({
    text: `select queue, ready, at, id, 0 as source, (extract(epoch from at) * 1000000)::bigint as micros
      from (
        select q.name as queue, q.ready_count as ready, ${numberOf('q.name')} as id,
          (select min(j.start_after) from pgboss.job j where j.name = q.name and j.state < 'active') as at
        from pgboss.queue q where q.ready_count > 0 and q.name not like '\\_\\_%'
      ) waiting
      where at < now() - $1::float8 * interval '1 minute' order by at, id`,
    values: [minutes],
  })
}

/** Which of these queues have a job that is due. */
export async function listDueQueues(db: Db, names: readonly string[]): Promise<string[]> {
  const due = await db.many<{ name: string }>({
    text: `select name from unnest($1::text[]) as queue (name)
      where exists (
        select from pgboss.job j
        where j.name = queue.name and j.state < 'active' and not j.blocked and j.start_after <= now())`,
    values: [names],
  })
  return due.map(({ name }) => name)
}

/** A sortable number for a text id. */
function numberOf(column: string): string {
  return `('x' || left(md5(${column}::text), 12))::bit(48)::bigint`
}

/** pg-boss deletes a failed job as soon as a finished one, unless it is told otherwise. */
export async function keepFailedJobs(db: Db, queues: readonly string[]): Promise<void> {
  await db.run({
    text: `update pgboss.job set deletion_seconds = $2
      where name = any($1::text[]) and state = 'failed' and deletion_seconds < $2`,
    values: [queues, FAILED_KEPT_SECONDS],
  })
}

/** One job, or without an id all of the queue. */
type Failed = { queue: string; id: string | undefined }

/**
 * Retries failed jobs once, like pg-boss's own `retry`. Returns how many: one that has not failed is none. Without a
 * new term, pg-boss would delete an old job before it runs.
 */
export async function retryFailedJobs(tx: Db, { queue, id }: Failed): Promise<number> {
  if (id !== undefined && !isJobId(id)) return 0
  return tx.run({
    text: `update pgboss.job j set state = 'retry', retry_limit = j.retry_limit + 1, completed_on = null,
        deletion_seconds = q.deletion_seconds, keep_until = now() + q.retention_seconds * interval '1 second'
      from pgboss.queue q
      where q.name = j.name and j.name = $1 and ($2::uuid is null or j.id = $2) and j.state = 'failed'`,
    values: [queue, id ?? null],
  })
}

/** Ends failed jobs that nobody needs to retry. They are kept as long, so that nothing queues their work again. */
export async function setFailedJobsAside(tx: Db, { queue, id }: Failed): Promise<number> {
  if (id !== undefined && !isJobId(id)) return 0
  return tx.run({
    text: `update pgboss.job set state = 'cancelled', deletion_seconds = $3
      where name = $1 and ($2::uuid is null or id = $2) and state = 'failed'`,
    values: [queue, id ?? null, FAILED_KEPT_SECONDS],
  })
}

function isJobId(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}

/**
 * The ids with a job that waits, runs or will be retried: which of these, or all. `key` is where the payload
 * names the id.
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
