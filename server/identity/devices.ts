import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { hashToken, newToken } from '#server/platform/secret-tokens.ts'
import { endTrustOf } from './trusted-devices.ts'

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
 * After a password change, only the device it was changed on stays known, with its name. It gets a new token, because the
 * old one may have been stolen, and a session that stays open there goes with it. No device skips the second factor any longer.
 */
export async function keepOneDevice(
  tx: Db,
  agentId: number,
  now: Date,
  sessionId: number | null,
): Promise<string> {
  const token = newToken()
  const here = await tx.maybe<{ name: string | null }>(sql`
    select d.name from sessions s join devices d on d.agent_id = s.agent_id and d.device_hash = s.device_hash
    where s.id = ${sessionId} and s.agent_id = ${agentId}`)
  await tx.run(sql`delete from devices where agent_id = ${agentId}`)
  await endTrustOf(tx, agentId)
  await tx.run(sql`
    insert into devices (agent_id, device_hash, first_seen_at, last_seen_at, name)
    values (${agentId}, ${hashToken(token)}, ${now}, ${now}, ${here?.name ?? null})`)
  await tx.run(sql`
    update sessions set device_hash = ${hashToken(token)} where id = ${sessionId} and agent_id = ${agentId}`)
  return token
}

/** Empty takes the name away. Undefined if the person is not signed in there. */
export function nameDevice(
  tx: Db,
  { agentId, sessionId, name }: { agentId: number; sessionId: number; name: string },
  now: Date,
): Promise<{ userAgent: string } | undefined> {
  return tx.maybe<{ userAgent: string }>(sql`
    update devices d set name = ${name || null}
    from sessions s
    where s.id = ${sessionId} and s.agent_id = ${agentId} and s.ended_at is null and s.expires_at > ${now}
      and d.agent_id = s.agent_id and d.device_hash = s.device_hash
    returning s.user_agent as "userAgent"`)
}
