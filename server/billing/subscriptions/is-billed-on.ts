import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/**
 * Whether an account gets further bills: its subscription runs, and is not about to end. So it does while a month is past due,
 * where no next bill can be shown yet.
 */
export async function isBilledOn(db: Db, accountId: number): Promise<boolean> {
  const running = await db.maybe(sql`
    select 1 from subscriptions where account_id = ${accountId} and ended_at is null and cancel_on is null`)
  return running !== undefined
}
