import { SESSION_IDLE_MS } from '#server/identity/sessions.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { later } from '#server/ports/clock.ts'

export type SessionRow = { id: number; address: string; userAgent: string; createdAt: Date; lastSeenAt: Date }

/** Sessions that are still valid: this one first, then the most recently seen. */
export function listSessionsOf(
  db: Db,
  { agentId, thisId, atMost }: { agentId: number; thisId: number; atMost: number },
  now: Date,
): Promise<SessionRow[]> {
  return db.many<SessionRow>(sql`
    select id, address, user_agent as "userAgent", created_at as "createdAt", last_seen_at as "lastSeenAt"
    from sessions
    where agent_id = ${agentId} and ended_at is null and expires_at > ${now}
      and last_seen_at > ${later(now, -SESSION_IDLE_MS)}
    order by id = ${thisId} desc, last_seen_at desc, id desc limit ${atMost}`)
}

export async function endSessionOf(
  db: Db,
  { agentId, sessionId, exceptId }: { agentId: number; sessionId: number; exceptId: number },
  now: Date,
): Promise<boolean> {
  const ended = await db.run(sql`
    update sessions set ended_at = ${now}
    where id = ${sessionId} and id <> ${exceptId} and agent_id = ${agentId} and ended_at is null`)
  return ended === 1
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
