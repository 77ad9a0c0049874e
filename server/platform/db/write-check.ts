import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from './database.ts'
import { sql } from './sql.ts'

export type WriteCheck = {
  /** Answers within two seconds, even if the database does not. */
  check(): Promise<{ canWrite: true } | { canWrite: false; reason: string }>
}
type Outcome = Awaited<ReturnType<WriteCheck['check']>>

const ANSWER_WITHIN_MS = 2_000
/** Many probes cause one write a second. */
const KEPT_MS = 1_000
const FAILURE_KEPT_MS = 250
const SPACE_KEPT_MS = 5_000

/**
 * Whether the database accepts our writes: it is up, not a standby, and its disk has room. `select 1` proves
 * none of that.
 */
export function openWriteCheck(db: Database): WriteCheck {
  const instance = randomUUID()
  let last: { outcome: Outcome; at: number } | undefined
  let underWay: { outcome: Promise<Outcome>; since: number } | undefined
  let roomSeenAt = Number.NEGATIVE_INFINITY

  async function write(): Promise<Outcome> {
    const outcome = await attempt()
    last = { outcome, at: performance.now() }
    underWay = undefined
    return outcome
  }

  async function attempt(): Promise<Outcome> {
    try {
      if (performance.now() - roomSeenAt > SPACE_KEPT_MS) {
        await seeRoom(db)
        roomSeenAt = performance.now()
      }
      await db.run(sql`
        insert into heartbeats (instance, beat_at) values (${instance}, clock_timestamp())
        on conflict (instance) do update set beat_at = excluded.beat_at`)
      return { canWrite: true }
    } catch (error) {
      return { canWrite: false, reason: (error as Error).message }
    }
  }

  return {
    async check() {
      if (last && performance.now() - last.at < (last.outcome.canWrite ? KEPT_MS : FAILURE_KEPT_MS))
        return last.outcome
      underWay ??= { outcome: write(), since: performance.now() }
      const { outcome, since } = underWay
      const patience = new AbortController()
      const tooLate = sleep(Math.max(0, since + ANSWER_WITHIN_MS - performance.now()), undefined, {
        signal: patience.signal,
      }).then(
        () => ({ canWrite: false, reason: 'The database does not answer' }) as const,
        () => outcome,
      )
      const answer = await Promise.race([outcome, tooLate])
      patience.abort()
      return answer
    },
  }
}

/**
 * An update in place succeeds on a full disk, where inserting a row does not. This result exceeds its memory,
 * so PostgreSQL writes about a megabyte to a temporary file, which is deleted at once. Rows of instances that
 * ended are removed here as well.
 */
async function seeRoom(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.run(sql`set local work_mem = '64kB'`)
    await tx.run(sql`select count(*) from generate_series(1, 40000)`)
    await tx.run(sql`delete from heartbeats where beat_at < now() - interval '1 day'`)
  })
}
