import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/**
 * Makes every waiting job of this kind due now. A job whose attempt is still running is rescheduled when that
 * ends, so call this in the polled condition, not once before it.
 */
export const makeDue = (db: Db, job: string) =>
  db.run(sql`
    update pgboss.job set start_after = now() where name = ${job} and state in ('created', 'retry')`)
