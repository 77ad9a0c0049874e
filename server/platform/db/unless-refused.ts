import { isRefused, type Refused } from '../refusal.ts'
import type { Database, Db } from './database.ts'

/** Carries a refusal out of a transaction, so that it is rolled back. */
class Undone extends Error {
  readonly refused: Refused
  constructor(refused: Refused) {
    super('Refused')
    this.refused = refused
  }
}

/** Commits what `work` did, unless it returns a refusal: then all of it is rolled back. */
export async function unlessRefused<Result>(
  db: Database,
  work: (tx: Db) => Promise<Result | Refused>,
): Promise<Result | Refused> {
  try {
    return await db.transaction(async (tx) => {
      const result = await work(tx)
      if (isRefused(result)) throw new Undone(result)
      return result
    })
  } catch (error) {
    if (error instanceof Undone) return error.refused
    throw error
  }
}
