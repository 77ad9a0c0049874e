import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** Takes a person out of the account, or an invitation back. */
export async function markRemoved(tx: Db, agentId: number, now: Date): Promise<void> {
  await tx.run(sql`update agents set removed_at = ${now} where id = ${agentId}`)
  await tx.run(sql`delete from dialer_assignments where agent_id = ${agentId}`)
  // Partner connections act in this person's name, so they are revoked together with the access.
  await tx.run(sql`update grants set revoked_at = ${now} where agent_id = ${agentId} and revoked_at is null`)
}
