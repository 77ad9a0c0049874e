import type { Database } from '#server/platform/db/database.ts'
import { type Connection, restoreState, type State, stateOf } from './database-state.ts'

/** A database that tests can use one after the other. */
export type Reusable = {
  /** `close` is called once the pool is closed. */
  open(close: () => Promise<void>): Database
  /** Nobody else is connected meanwhile. */
  connect<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result>
  drop(): Promise<void>
}

type PooledDatabase = { database: Reusable; asNew: State; uses: number }

/** Deleted rows are not vacuumed here and would eventually slow down the tests. */
const MOST_USES = 20

/** Released by finished tests, for the next tests in this process. */
const idle: PooledDatabase[] = []

/**
 * A database as `make` returns it, often one that an earlier test has released. Making one takes up to a
 * second, which was half the time of all server tests; restoring it takes a few hundredths of a second. After
 * `close` the old handle cannot access the next test's database.
 */
export async function openReused(make: () => Promise<Reusable>): Promise<Database> {
  const pooled = idle.pop() ?? (await keepNew(make))
  pooled.uses += 1
  return pooled.database.open(() => release(pooled))
}

async function keepNew(make: () => Promise<Reusable>): Promise<PooledDatabase> {
  const database = await make()
  return { database, asNew: await database.connect(stateOf), uses: 0 }
}

async function release(pooled: PooledDatabase): Promise<void> {
  const { database, asNew, uses } = pooled
  const restore = () => database.connect((connection) => restoreState(connection, asNew))
  if (uses < MOST_USES && (await restore().catch(() => false))) idle.push(pooled)
  else await database.drop()
}
