import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/**
 * In the transaction that puts an app in force or removes it, or adds or removes a passkey. A sign-in that is under way
 * was checked against what was there before: it either has its session already, which that transaction may end, or
 * opens none.
 */
export async function noteFactorsChanged(tx: Db, agentId: number): Promise<void> {
  await tx.run(sql`update agents set factors_version = factors_version + 1 where id = ${agentId}`)
}
