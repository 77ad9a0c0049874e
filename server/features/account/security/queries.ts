import { SESSION_IDLE_MS } from '#server/identity/sessions.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { later } from '#server/ports/clock.ts'

type DeviceRow = { id: number; name: string | null; address: string; userAgent: string }
type Whose = { agentId: number; thisId: number; atMost: number }
export type SessionRow = DeviceRow & { createdAt: Date; lastSeenAt: Date }
export type TrustedRow = DeviceRow & { until: Date; isThis: boolean }

/** Sessions that are still valid: this one first, then the most recently seen. */
export function listSessionsOf(db: Db, { agentId, thisId, atMost }: Whose, now: Date): Promise<SessionRow[]> {
  return db.many<SessionRow>(sql`
    select s.id, d.name, s.address, s.user_agent as "userAgent", s.created_at as "createdAt",
      s.last_seen_at as "lastSeenAt"
    from sessions s left join devices d on d.agent_id = s.agent_id and d.device_hash = s.device_hash
    where s.agent_id = ${agentId} and s.ended_at is null and s.expires_at > ${now}
      and s.last_seen_at > ${later(now, -SESSION_IDLE_MS)}
    order by s.id = ${thisId} desc, s.last_seen_at desc, s.id desc limit ${atMost}`)
}

/** Devices that are not asked for a code: this one first, then the newest. */
export function listTrustedOf(db: Db, { agentId, thisId, atMost }: Whose, now: Date): Promise<TrustedRow[]> {
  return db.many<TrustedRow>(sql`
    select t.id, d.name, t.address, t.user_agent as "userAgent", t.expires_at as until,
      coalesce(t.device_hash = (select device_hash from sessions where id = ${thisId}), false) as "isThis"
    from trusted_devices t left join devices d on d.agent_id = t.agent_id and d.device_hash = t.device_hash
    where t.agent_id = ${agentId} and t.expires_at > ${now}
    order by "isThis" desc, t.created_at desc, t.id desc limit ${atMost}`)
}

export function deleteTrusted(
  tx: Db,
  { agentId, id }: { agentId: number; id: number },
): Promise<{ name: string | null; userAgent: string } | undefined> {
  return tx.maybe<{ name: string | null; userAgent: string }>(sql`
    delete from trusted_devices t
    where t.agent_id = ${agentId} and t.id = ${id}
    returning t.user_agent as "userAgent",
      (select d.name from devices d where d.agent_id = t.agent_id and d.device_hash = t.device_hash) as name`)
}

/** Undefined if the person has no such other session. */
export function endSessionOf(
  db: Db,
  { agentId, sessionId, exceptId }: { agentId: number; sessionId: number; exceptId: number },
  now: Date,
): Promise<{ deviceHash: Buffer | null } | undefined> {
  return db.maybe<{ deviceHash: Buffer | null }>(sql`
    update sessions set ended_at = ${now}
    where id = ${sessionId} and id <> ${exceptId} and agent_id = ${agentId} and ended_at is null
    returning device_hash as "deviceHash"`)
}

export type AccountTimes = { timeZone: string; billingTimeZone: string | null }

export function findTimes(db: Db, accountId: number): Promise<AccountTimes> {
  return db.one<AccountTimes>(sql`
    select a.time_zone as "timeZone",
      (select s.time_zone from subscriptions s where s.account_id = a.id and s.ended_at is null) as "billingTimeZone"
    from accounts a where a.id = ${accountId}`)
}

/**
 * The subscription keeps the time zone in which it was bought, so that moving never brings a charge forward.
 */
export async function setTimeZone(tx: Db, accountId: number, timeZone: string): Promise<void> {
  await tx.run(sql`update accounts set time_zone = ${timeZone} where id = ${accountId}`)
}

export type AgentOfEmail = {
  id: number
  accountId: number
  email: string
  firstName: string
  company: string
  pin: string
}

export function findAgent(db: Db, agentId: number): Promise<AgentOfEmail | undefined> {
  return db.maybe<AgentOfEmail>(sql`
    select g.id, g.account_id as "accountId", g.email, g.first_name as "firstName", a.company, a.pin
    from agents g join accounts a on a.id = g.account_id where g.id = ${agentId} and g.removed_at is null`)
}

export async function isTaken(db: Db, accountId: number, email: string, exceptId: number): Promise<boolean> {
  const row = await db.maybe(sql`
    select 1 from agents
    where account_id = ${accountId} and email_key = ${email.toLowerCase()} and id <> ${exceptId}
      and removed_at is null`)
  return row !== undefined
}

export async function setEmail(tx: Db, agentId: number, email: string): Promise<void> {
  await tx.run(sql`
    update agents set email = ${email}, mail_bounced_at = null, mail_bounce = null where id = ${agentId} and removed_at is null`)
}

export async function findWaitingEmail(db: Db, agentId: number, now: Date): Promise<string | null> {
  const link = await db.maybe<{ email: string }>(sql`
    select subject ->> 'email' as email from links
    where agent_id = ${agentId} and purpose = 'email-change' and spent_at is null and expires_at > ${now}
    order by created_at desc limit 1`)
  return link?.email ?? null
}

export type Bounce = {
  kind: 'hard' | 'soft' | 'complaint' | null
  bouncedAt: Date
  timeZone: string
  isTestReturned: boolean
}

/** Undefined while emails to this person arrive. */
export function findBounce(db: Db, agentId: number): Promise<Bounce | undefined> {
  return db.maybe<Bounce>(sql`
    select g.mail_bounce as kind, g.mail_bounced_at as "bouncedAt", a.time_zone as "timeZone",
      coalesce((
        select m.bounce is not null from mails m
        where lower(m.recipient) = g.email_key and m.purpose = 'email-test' order by m.id desc limit 1
      ), false) as "isTestReturned"
    from agents g join accounts a on a.id = g.account_id
    where g.id = ${agentId} and g.removed_at is null and g.mail_bounced_at is not null`)
}
