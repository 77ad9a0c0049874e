import { setTimeout as pause } from 'node:timers/promises'
import type { Database, Db } from './database.ts'
import { sql } from './sql.ts'

/** A refusal to start: the schema could not be made or upgraded. The message is for the operator. */
export class SchemaProblem extends Error {}

/** An arbitrary advisory lock id. One instance at a time holds it while it changes the schema. */
const SCHEMA_LOCK = 7_316_241
const ASK_AGAIN_MS = 200
/** Longer than any migration may take. */
const WAIT_MS = 15 * 60_000

/**
 * Runs `work` while no other instance changes the schema. Those that wait ask again in transactions of their
 * own, so that they hold no connection of a pooler that the working instance may need.
 */
export async function whileSchemaIsOurs<Result>(
  db: Database,
  work: (tx: Db) => Promise<Result>,
): Promise<Result> {
  const deadline = performance.now() + WAIT_MS
  for (;;) {
    const done = await db.transaction(
      async (tx) => {
        const { isOurs } = await tx.one<{ isOurs: boolean }>(
          sql`select pg_try_advisory_xact_lock(${SCHEMA_LOCK}) as "isOurs"`,
        )
        return isOurs ? { result: await work(tx) } : undefined
      },
      { takesLong: true },
    )
    if (done) return done.result
    if (performance.now() > deadline)
      throw new SchemaProblem(
        'Another instance has been changing the schema of the database for 15 minutes. If none is starting, see pg_stat_activity for what holds it up.',
      )
    await pause(ASK_AGAIN_MS)
  }
}

/** The same for a library that changes the schema on connections of its own: `work` uses the pool. */
export async function besideSchemaLock<Result>(db: Database, work: () => Promise<Result>): Promise<Result> {
  const held = Promise.withResolvers<void>()
  const finished = Promise.withResolvers<void>()
  const holding = whileSchemaIsOurs(db, () => {
    held.resolve()
    return finished.promise
  })
  try {
    await Promise.race([held.promise, holding])
    return await work()
  } finally {
    finished.resolve()
    await holding
  }
}
