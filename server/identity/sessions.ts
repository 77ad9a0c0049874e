import type { StepUpWay } from '#contract/accounts/factors.ts'
import type { Role, SessionScope } from '#contract/accounts/roles.ts'
import type { Status } from '#contract/accounts/statuses.ts'
import { SESSION_DAYS, SESSION_IDLE_DAYS } from '#contract/calendar/lifetimes.ts'
import { deviceOf } from '#contract/devices/device-name.ts'
import type { Origin } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { cookieName, cookieOf, type Visitor } from '#server/platform/http/visitor.ts'
import { shortenIp } from '#server/platform/ip.ts'
import { refuse } from '#server/platform/refusal.ts'
import { hashToken, newToken } from '#server/platform/secret-tokens.ts'
import { DAY, later, MINUTE } from '#server/ports/clock.ts'
import type { Agent } from './agents.ts'

const SESSION_LASTS_MS = SESSION_DAYS * DAY
export const SESSION_IDLE_MS = SESSION_IDLE_DAYS * DAY
/** Updating `last_seen_at` on every request would cost more than it is worth. */
const SEEN_EVERY_MS = 5 * MINUTE

export type Visit = {
  address: string
  userAgent: string
  browserName: string
  browserVersion: string
  screenWidth: string
  screenHeight: string
  isMobile: boolean
  isMobileRetry: boolean
  deviceHash: Buffer | null
}

export type Session = {
  /** `VIEWED` if an operator is viewing the person's pages: then nobody has signed in. */
  id: number
  agentId: number
  accountId: number
  accountNumber: string
  role: Role
  scope: SessionScope
  /** The request's origin, for audit entries. */
  origin: Origin
}

/** The actor of an audit entry, the account, and the origin. */
export function by({ agentId, accountId, origin }: Pick<Session, 'agentId' | 'accountId' | 'origin'>) {
  return { actor: { agentId }, accountId, origin }
}

/** No session has this id. */
export const VIEWED = 0

export type NewSession = {
  agent: Pick<Agent, 'id' | 'passwordSetAt' | 'factorsVersion'>
  scope: SessionScope
  visit: Visit
  /** The person's proof at sign-in. It counts for step-up. */
  way: StepUpWay
  /** The browser's former session, which ends. */
  former?: string | undefined
}

/**
 * Undefined if the person was removed, or the password was replaced, or the app or the passkeys changed,
 * while the proof was being checked.
 */
export function beginSession(tx: Db, begun: NewSession, now: Date): Promise<string | undefined> {
  return insertSession(tx, begun, { isAnyDevice: true }, now)
}

/**
 * The same in one statement, if the person has signed in on this device before. Undefined, and no session, if
 * not.
 */
export function beginSessionOnKnownDevice(db: Db, begun: NewSession, now: Date): Promise<string | undefined> {
  return insertSession(db, begun, { isAnyDevice: false }, now)
}

/**
 * A new token at every sign-in prevents session fixation. The person's row is locked: a concurrent change of
 * the password, the app or a passkey either comes first, and the proof opens no session, or it ends this
 * session with all others.
 */
async function insertSession(
  db: Db,
  { agent: { id: agentId, passwordSetAt, factorsVersion }, scope, visit, way, former }: NewSession,
  { isAnyDevice }: { isAnyDevice: boolean },
  now: Date,
): Promise<string | undefined> {
  const token = newToken()
  const inserted = await db.run(sql`
    with person as (
      select from agents where id = ${agentId} and removed_at is null and factors_version = ${factorsVersion}
        and (${way}::text = 'passkey'
        or date_trunc('milliseconds', password_set_at) is not distinct from ${passwordSetAt}::timestamptz)
      for share
    ), device as (
      update devices set last_seen_at = ${now}
      where agent_id = ${agentId} and device_hash = ${visit.deviceHash} and exists (select from person)
      returning agent_id
    ), allowed as (
      select from person where ${isAnyDevice}::boolean or exists (select from device)
    ), ended as (
      update sessions set ended_at = ${now}
      where token_hash = ${former ? hashToken(former) : null} and ended_at is null and exists (select from allowed)
    )
    insert into sessions (token_hash, agent_id, reach, device_hash, address, user_agent, browser_name, browser_version,
      screen_width, screen_height, is_mobile, is_mobile_retry, shown_way, shown_at, created_at, last_seen_at, expires_at)
    select ${hashToken(token)}, ${agentId}, ${scope}, ${visit.deviceHash}, ${visit.address}, ${visit.userAgent},
      ${visit.browserName}, ${visit.browserVersion}, ${visit.screenWidth}, ${visit.screenHeight}, ${visit.isMobile},
      ${visit.isMobileRetry}, ${way}, ${now}::timestamptz, ${now}, ${now}, ${later(now, SESSION_LASTS_MS)}::timestamptz
    from allowed`)
  return inserted === 1 ? token : undefined
}

/** A session that has not ended, and its account. */
export type SessionRow = Omit<Session, 'scope' | 'origin'> & {
  lastSeenAt: Date
  status: Status
  isFraud: boolean
}

/**
 * A session ends after inactivity, at its maximum age, on sign-out, and when the person is removed from the
 * account. It opens nothing while the person lacks a second factor that is overdue.
 */
export function findSessionRow(db: Db, token: string, now: Date): Promise<SessionRow | undefined> {
  return db.maybe<SessionRow>(sql`
    select s.id, s.agent_id as "agentId", a.account_id as "accountId", c.pin as "accountNumber", a.role,
      s.last_seen_at as "lastSeenAt", c.status,
      c.fraud_marked_at is not null as "isFraud"
    from sessions s join agents a on a.id = s.agent_id join accounts c on c.id = a.account_id
    where s.token_hash = ${hashToken(token)} and s.ended_at is null and s.expires_at > ${now}
      and s.last_seen_at > ${later(now, -SESSION_IDLE_MS)} and a.removed_at is null
      and not exists (select from factor_deadlines l where l.agent_id = a.id and l.due_at <= ${now})`)
}

export async function noteSeen(db: Db, { id, lastSeenAt }: SessionRow, now: Date): Promise<void> {
  if (now.getTime() - lastSeenAt.getTime() <= SEEN_EVERY_MS) return
  await db.run(sql`update sessions set last_seen_at = ${now} where id = ${id}`)
}

/** Whether a session, even one that has ended, began on the payment page for phones. */
export async function wasMobileRetry(db: Db, token: string): Promise<boolean> {
  const session = await db.maybe<{ isMobileRetry: boolean }>(sql`
    select is_mobile_retry as "isMobileRetry" from sessions where token_hash = ${hashToken(token)}`)
  return session?.isMobileRetry ?? false
}

/** Ends a session by its token alone, so signing out works whatever the account's status. */
export async function endSessionOfToken(db: Db, token: string, now: Date): Promise<void> {
  await db.run(sql`
    update sessions set ended_at = ${now} where token_hash = ${hashToken(token)} and ended_at is null`)
}

/**
 * For changes of how a person signs in. The session may have ended since the request was admitted, because
 * the person has chosen a new password or signed out a thief: then this throws, and the transaction changes
 * nothing. Anyone who ends it from now on waits for this transaction.
 */
export async function requireOpenSession(
  tx: Db,
  { id, agentId }: Pick<Session, 'id' | 'agentId'>,
): Promise<void> {
  // The person first, in the same order as when a password is set.
  await tx.run(sql`select from agents where id = ${agentId} for update`)
  const open = await tx.maybe(sql`select 1 from sessions where id = ${id} and ended_at is null for update`)
  if (!open) throw refuse('signed-out')
}

/**
 * Ends all sessions of the person with this token. An expired or ended token ends nothing and belongs to
 * nobody.
 */
export async function endSessionsBeside(db: Db, token: string, now: Date): Promise<number | undefined> {
  const [ended] = await db.many<{ agentId: number }>(sql`
    update sessions set ended_at = ${now}
    where ended_at is null and agent_id = (
      select agent_id from sessions
      where token_hash = ${hashToken(token)} and ended_at is null and expires_at > ${now})
    returning agent_id as "agentId"`)
  return ended?.agentId
}

export async function endSessionsOfAgent(tx: Db, agentId: number, now: Date): Promise<number> {
  return tx.run(sql`update sessions set ended_at = ${now} where agent_id = ${agentId} and ended_at is null`)
}

export async function endOtherSessions(
  tx: Db,
  { id, agentId }: Pick<Session, 'id' | 'agentId'>,
  now: Date,
): Promise<number> {
  return tx.run(sql`
    update sessions set ended_at = ${now} where agent_id = ${agentId} and id <> ${id} and ended_at is null`)
}

export async function endSessionsOfAccount(tx: Db, accountId: number, now: Date): Promise<number> {
  return tx.run(sql`
    update sessions set ended_at = ${now}
    where ended_at is null and agent_id in (select id from agents where account_id = ${accountId})`)
}

type Jar = { isHttps: boolean }
const SESSION = 'session'
const DEVICE = 'device'
const DEVICE_LASTS_MS = 365 * DAY

export function readSessionToken(visitor: Visitor, jar: Jar): string | undefined {
  return visitor.cookies[cookieName(SESSION, jar)]
}

export function setSessionCookie(visitor: Visitor, token: string, jar: Jar): void {
  visitor.setCookie(cookieOf(SESSION, token, SESSION_LASTS_MS, jar))
}

export function clearSessionCookie(visitor: Visitor, jar: Jar): void {
  visitor.setCookie(cookieOf(SESSION, '', 0, jar))
}

/** The device token survives signing out. It only distinguishes known devices from new ones. */
export function readDeviceToken(visitor: Pick<Visitor, 'cookies'>, jar: Jar): string | undefined {
  return visitor.cookies[cookieName(DEVICE, jar)]
}

export function setDeviceCookie(visitor: Pick<Visitor, 'setCookie'>, token: string, jar: Jar): void {
  visitor.setCookie(cookieOf(DEVICE, token, DEVICE_LASTS_MS, jar))
}

export function originOf({ ip, userAgent }: Pick<Visitor, 'ip' | 'userAgent'>): Origin {
  return { ip: shortenIp(ip), device: deviceOf(userAgent) }
}
