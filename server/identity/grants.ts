import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** Revokes a connection and all its tokens. */
export async function revokeGrant(tx: Db, grantId: number, now: Date): Promise<void> {
  await tx.run(sql`update grants set revoked_at = ${now} where id = ${grantId} and revoked_at is null`)
}
