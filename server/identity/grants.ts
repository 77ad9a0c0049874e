import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** Ends a connection with every token that it gave. */
export async function revokeGrant(tx: Db, grantId: number, now: Date): Promise<void> {
  await tx.run(sql`update grants set revoked_at = ${now} where id = ${grantId} and revoked_at is null`)
}
