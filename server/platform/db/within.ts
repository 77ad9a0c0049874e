import type { Database, Db } from './database.ts'

/**
 * A database whose transactions join the given open one, so that a use case and its audit entry commit
 * together.
 */
export function within(db: Database, tx: Db): Database {
  return { ...db, ...tx, transaction: (work) => work(tx) }
}
