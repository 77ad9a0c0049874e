import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { hashToken, newToken } from '#server/platform/secret-tokens.ts'

/** True when this person has not been seen on this device before. */
export async function rememberDevice(
  tx: Db,
  agentId: number,
  deviceHash: Buffer,
  now: Date,
): Promise<boolean> {
  // xmax is 0 only on a row that this statement inserted.
  const { isNew } = await tx.one<{ isNew: boolean }>(sql`
    insert into devices as d (agent_id, device_hash, first_seen_at, last_seen_at)
    values (${agentId}, ${deviceHash}, ${now}, ${now})
    on conflict (agent_id, device_hash) do update set last_seen_at = excluded.last_seen_at
    returning d.xmax = 0 as "isNew"`)
  return isNew
}

/**
 * A new password makes strangers of all devices but the one on which it was chosen. That one gets a token of its own:
 * a copy of the old one may be in other hands.
 */
export async function keepOneDevice(tx: Db, agentId: number, now: Date): Promise<string> {
  const token = newToken()
  await tx.run(sql`delete from devices where agent_id = ${agentId}`)
  await rememberDevice(tx, agentId, hashToken(token), now)
  return token
}
