import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { hashToken, newToken } from '#server/platform/secret-tokens.ts'

/** True if this person has not been seen on this device before. */
export async function rememberDevice(
  tx: Db,
  agentId: number,
  deviceHash: Buffer,
  now: Date,
): Promise<boolean> {
  // xmax is 0 only on rows that this statement inserted.
  const { isNew } = await tx.one<{ isNew: boolean }>(sql`
    insert into devices as d (agent_id, device_hash, first_seen_at, last_seen_at)
    values (${agentId}, ${deviceHash}, ${now}, ${now})
    on conflict (agent_id, device_hash) do update set last_seen_at = excluded.last_seen_at
    returning d.xmax = 0 as "isNew"`)
  return isNew
}

/**
 * After a password change, only the device it was changed on stays known. It gets a new token, because the
 * old one may have been stolen. No device skips the second factor any longer.
 */
export async function keepOneDevice(tx: Db, agentId: number, now: Date): Promise<string> {
  const token = newToken()
  await tx.run(sql`delete from devices where agent_id = ${agentId}`)
  await tx.run(sql`delete from trusted_devices where agent_id = ${agentId}`)
  await rememberDevice(tx, agentId, hashToken(token), now)
  return token
}
