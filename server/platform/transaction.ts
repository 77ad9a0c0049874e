import type { Config } from '#server/config/config.ts'
import type { Clock } from '#server/ports/clock.ts'
import { type AuditEntry, recordAudit } from './audit.ts'
import type { Database, Db } from './db/database.ts'
import type { Jobs } from './jobs/jobs.ts'

/** What a transaction needs. Every use case has it. */
export type TransactionDeps = { db: Database; clock: Clock; jobs: Jobs; config: Config }

/** An open transaction. Only inside one can anything be audited, mailed, or queued. */
export type Tx = Db & {
  /** Read when the transaction began: after any wait for a password hash or a connection. */
  now: Date
  jobs: Jobs
  config: Config
  audit(entry: AuditEntry): Promise<void>
}

/**
 * Commits what `work` did. A refusal thrown by `work` rolls it back, like any other error, and becomes the
 * answer. What must persist after a refusal, such as a counted try, is committed before.
 */
export function transaction<Result>(
  deps: TransactionDeps,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return deps.db.transaction((open) => work(txOf(open, { ...deps, now: deps.clock.now() })))
}

/** The same for work that waits for a lock and must not be dated earlier: `now` is read after `lock`. */
export function lockedTransaction<Locked, Result>(
  deps: TransactionDeps,
  lock: (open: Db) => Promise<Locked>,
  work: (tx: Tx, locked: Locked) => Promise<Result>,
): Promise<Result> {
  return deps.db.transaction(async (open) => {
    const locked = await lock(open)
    return work(txOf(open, { ...deps, now: deps.clock.now() }), locked)
  })
}

/** For code that opens its transaction without `transaction`. */
export function txOf(open: Db, { now, jobs, config }: Pick<Tx, 'now' | 'jobs' | 'config'>): Tx {
  return { ...open, now, jobs, config, audit: (entry) => recordAudit(open, entry, now) }
}
