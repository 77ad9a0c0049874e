import type { Database, Db } from './database.ts'
import { isReadOnly } from './errors.ts'
import { sql } from './sql.ts'

/** The same database, which itself refuses every change. Each statement is a separate transaction. */
export function readOnly(db: Database): Database {
  const reading = <Result>(work: (tx: Db) => Promise<Result>) =>
    db.transaction(async (tx) => {
      await tx.run(sql`set transaction read only`)
      try {
        return await work(tx)
      } catch (error) {
        // With the server's code it would count as a read-only server, and another would be searched.
        throw isReadOnly(error) ? new ChangeRefused(error) : error
      }
    })
  return {
    ...db,
    query: () => Promise.reject(new ChangeRefused()),
    many: (statement) => reading((tx) => tx.many(statement)),
    maybe: (statement) => reading((tx) => tx.maybe(statement)),
    one: (statement) => reading((tx) => tx.one(statement)),
    run: (statement) => reading((tx) => tx.run(statement)),
    transaction: reading,
  }
}

/** A bug: read-only code tried to change something. */
class ChangeRefused extends Error {
  constructor(cause?: unknown) {
    super('What may only read tried to change the database', { cause })
  }
}
