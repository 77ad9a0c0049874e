import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/**
 * Call once the plan, its prices or its hold have changed: writes the movement of recurring revenue, if there is one. The
 * beginning and the end of a subscription carry their own moment, and are noted by the database.
 */
export async function noteRevenue(tx: Db, accountId: number, now: Date): Promise<void> {
  await tx.run(sql`select note_revenue(${accountId}, ${now})`)
}
