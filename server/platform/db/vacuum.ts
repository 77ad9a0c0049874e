import type { Database } from './database.ts'
import { sql } from './sql.ts'

const PAUSE_MS = 30_000
/**
 * If less than this was written, no table has changed enough, and checking them all costs more than a
 * statement.
 */
const WRITTEN_AT_LEAST_BYTES = 32_768

/**
 * What autovacuum does on a server; the embedded database has no such process. Without statistics it keeps
 * the plans of a database with few rows, and without vacuum it never reuses the space of deleted rows.
 * Returns a function to call before the database is closed.
 */
export function vacuumRegularly(db: Database, say: (line: string) => void, pauseMs = PAUSE_MS) {
  const stopping = new AbortController()
  let timer: NodeJS.Timeout
  let round = Promise.resolve()
  let vacuumedAt = 0
  const begin = () => {
    round = vacuumIfWritten().finally(wait)
  }
  const vacuumIfWritten = async () => {
    const bytes = await countWritten(db).catch((error: Error) => sayNotVacuumed(say, error))
    if (bytes === undefined || bytes - vacuumedAt < WRITTEN_AT_LEAST_BYTES) return
    if (await vacuumChanged(db, say, stopping.signal)) vacuumedAt = bytes
  }
  const wait = () => {
    if (!stopping.signal.aborted) timer = setTimeout(begin, pauseMs).unref()
  }
  wait()
  return async () => {
    stopping.abort()
    clearTimeout(timer)
    await round
  }
}

async function countWritten(db: Database): Promise<number> {
  const { bytes } = await db.one<{ bytes: number }>(
    sql`select (pg_current_wal_insert_lsn() - '0/0')::bigint as bytes`,
  )
  return bytes
}

function sayNotVacuumed(say: (line: string) => void, error: Error): void {
  say(`The embedded database was not vacuumed: ${error.message}`)
}

/**
 * Vacuums and analyzes each table that has changed enough. Other statements can run between two tables. False
 * if some failed or are left.
 */
export async function vacuumChanged(
  db: Database,
  say: (line: string) => void,
  signal?: AbortSignal,
): Promise<boolean> {
  let isDone = true
  const tell = (error: Error) => {
    isDone = false
    sayNotVacuumed(say, error)
  }
  try {
    // The changes of the last second may not be counted yet.
    await db.one(sql`select pg_stat_force_next_flush()`)
    for (const { name } of await db.many<{ name: string }>(changedTables)) {
      if (signal?.aborted) return false
      await db.run({ text: `vacuum (analyze) ${name}`, values: [] }).catch(tell)
    }
  } catch (error) {
    tell(error as Error)
  }
  return isDone
}

/**
 * By autovacuum's own thresholds. The change counters are lost at a restart, so a table larger than at its
 * last vacuum also counts as changed. One whose oldest row is too old is vacuumed as autovacuum would.
 * `pg_statistic` cannot be analyzed.
 */
const changedTables = sql`
  select tables.oid::regclass::text as name
  from pg_class tables left join pg_stat_all_tables changes on changes.relid = tables.oid
  where tables.relkind = 'r' and not tables.relisshared and (
    changes.n_dead_tup > 50 + 0.2 * greatest(tables.reltuples, 0)
    or changes.n_mod_since_analyze > 50 + 0.1 * greatest(tables.reltuples, 0) and tables.oid <> 'pg_statistic'::regclass
    or age(tables.relfrozenxid) > current_setting('autovacuum_freeze_max_age')::integer
    or pg_relation_size(tables.oid) / current_setting('block_size')::integer > 1 + 1.2 * tables.relpages)`
