import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/**
 * Makes every waiting job of this kind due now. A job whose attempt is still running gets the time of its next attempt when that
 * one ends, so call this in the condition that is polled, not once before it.
 */
export const makeDue = (db: Db, job: string) =>
  db.run(sql`
    update pgboss.job set start_after = now() where name = ${job} and state in ('created', 'retry')`)
