import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** Revokes a connection and all its tokens. */
export async function revokeGrant(tx: Db, grantId: number, now: Date): Promise<void> {
  await tx.run(sql`update grants set revoked_at = ${now} where id = ${grantId} and revoked_at is null`)
}

/** Revokes the connections that this person has made since that moment. */
export async function revokeGrantsSince(tx: Db, agentId: number, since: Date, now: Date): Promise<void> {
  await tx.run(sql`
    update grants set revoked_at = ${now}
    where agent_id = ${agentId} and revoked_at is null and created_at >= ${since}`)
}
