import { TRUSTED_DEVICE_DAYS } from '#contract/calendar/lifetimes.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { cookieName, cookieOf, type Visitor } from '#server/platform/http/visitor.ts'
import { hashToken, newToken } from '#server/platform/secret-tokens.ts'
import { DAY, later } from '#server/ports/clock.ts'
import { readDeviceToken, type Session } from './sessions.ts'

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
 * After a password change, only the device it was changed on stays known, with its name. It gets a new token,
 * because the old one may have been stolen, and so does a session that stays open there. No device skips the
 * second factor any longer.
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

/** Empty removes the name. Undefined if the person is not signed in there. */
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

type Jar = { isHttps: boolean }
const LASTS_MS = TRUSTED_DEVICE_DAYS * DAY

/** One cookie per person: several people may trust the same computer. */
const nameFor = (agentId: number) => `trusted-${agentId}`

/** Only together with the device's cookie: signing the device out also ends its trust. */
export async function isTrustedDevice(
  db: Db,
  agentId: number,
  visitor: Pick<Visitor, 'cookies'>,
  jar: Jar,
  now: Date,
): Promise<boolean> {
  const token = visitor.cookies[cookieName(nameFor(agentId), jar)]
  const deviceToken = readDeviceToken(visitor, jar)
  if (!token || !deviceToken) return false
  const device = await db.maybe(sql`
    select 1 from trusted_devices
    where agent_id = ${agentId} and token_hash = ${hashToken(token)} and expires_at > ${now}
      and device_hash = ${hashToken(deviceToken)}`)
  return device !== undefined
}

/** Replaces the device's previous trust. The token is sent once the transaction is committed. */
export async function trustDevice(
  tx: Db,
  { agentId, deviceToken }: { agentId: number; deviceToken: string },
  { ip, userAgent }: Pick<Visitor, 'ip' | 'userAgent'>,
  now: Date,
): Promise<string> {
  const token = newToken()
  const deviceHash = hashToken(deviceToken)
  await endTrustOfDevice(tx, agentId, deviceHash)
  await tx.run(sql`
    insert into trusted_devices (agent_id, token_hash, device_hash, address, user_agent, created_at, expires_at)
    values (${agentId}, ${hashToken(token)}, ${deviceHash}, ${ip}, ${userAgent}, ${now}, ${later(now, LASTS_MS)})`)
  return token
}

export function setTrustCookie(
  visitor: Pick<Visitor, 'setCookie'>,
  agentId: number,
  token: string,
  jar: Jar,
): void {
  visitor.setCookie(cookieOf(nameFor(agentId), token, LASTS_MS, jar))
}

/** Returns how many devices the person trusted. */
export function endTrustOf(tx: Db, agentId: number): Promise<number> {
  return tx.run(sql`delete from trusted_devices where agent_id = ${agentId}`)
}

export function endTrustInAccount(tx: Db, accountId: number): Promise<number> {
  return tx.run(sql`
    delete from trusted_devices where agent_id in (select id from agents where account_id = ${accountId})`)
}

export function endTrustOfDevice(tx: Db, agentId: number, deviceHash: Buffer): Promise<number> {
  return tx.run(sql`
    delete from trusted_devices where agent_id = ${agentId} and device_hash = ${deviceHash}`)
}

/** For every device except this session's. */
export function endTrustOfOthers(tx: Db, { id, agentId }: Pick<Session, 'id' | 'agentId'>): Promise<number> {
  return tx.run(sql`
    delete from trusted_devices
    where agent_id = ${agentId}
      and device_hash is distinct from (select device_hash from sessions where id = ${id})`)
}
