import type { OperatorRole } from '#contract/desk/desk-roles.ts'
import { originOf } from '#server/identity/sessions.ts'
import type { Origin } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { cookieName, cookieOf, type Visitor } from '#server/platform/http/visitor.ts'
import { networkOf } from '#server/platform/ip.ts'
import type { Counted } from '#server/platform/limits.ts'
import type { Refused } from '#server/platform/refusal.ts'
import { hashToken, newToken } from '#server/platform/secret-tokens.ts'
import { HOUR, later, MINUTE } from '#server/ports/clock.ts'
import { countAttempt, type Guess, KNOWN_FOR_MS } from '../guessing.ts'

/** A working day. */
export const OPERATOR_SESSION_MS = 12 * HOUR
const OPERATOR_IDLE_MS = HOUR
/** How long a correct password waits for its second factor. */
export const OPERATOR_STEP_MS = 15 * MINUTE
const SEEN_EVERY_MS = MINUTE

/** The signed-in operator, read at this moment: a removed role counts at once. */
export type Operator = {
  id: number
  sessionId: number
  email: string
  name: string
  role: OperatorRole
  /** As named in audit entries. */
  actor: `operator:${string}`
  origin: Origin
}

/** After a correct password: it opens only the second step. Returns the token. */
export async function beginOperatorStep(
  db: Db,
  operatorId: number,
  origin: Origin,
  now: Date,
): Promise<string> {
  const token = newToken()
  await db.run(sql`
    insert into operator_sessions (operator_id, token_hash, ip, device, created_at, last_seen_at, expires_at)
    values (${operatorId}, ${hashToken(token)}, ${origin.ip}, ${origin.device}, ${now}, ${now},
      ${later(now, OPERATOR_STEP_MS)})`)
  return token
}

export type OperatorStep = { sessionId: number; operatorId: number; email: string }

export function findOperatorStep(db: Db, token: string, now: Date): Promise<OperatorStep | undefined> {
  return db.maybe<OperatorStep>(sql`
    select s.id as "sessionId", o.id as "operatorId", o.email
    from operator_sessions s join operators o on o.id = s.operator_id
    where s.token_hash = ${hashToken(token)} and s.confirmed_at is null and s.ended_at is null
      and s.expires_at > ${now} and o.disabled_at is null`)
}

/** Where a session came from: as its owner reads it, and as sign-in attempts count it. */
type SignedInAt = { origin: Origin; network: string; deviceHash: Buffer }

/**
 * The second factor was shown: ends the step and opens a session with its own token. Undefined if the step is
 * over.
 */
export async function openOperatorSession(
  tx: Db,
  { sessionId, operatorId }: OperatorStep,
  at: SignedInAt,
  now: Date,
): Promise<string | undefined> {
  const ended = await tx.run(sql`
    update operator_sessions set ended_at = ${now}
    where id = ${sessionId} and ended_at is null and confirmed_at is null and expires_at > ${now}`)
  return ended === 1 ? beginOperatorSession(tx, operatorId, at, now) : undefined
}

/** For someone who has shown the password and a second factor. Returns the token. */
export async function beginOperatorSession(
  tx: Db,
  operatorId: number,
  { origin, network, deviceHash }: SignedInAt,
  now: Date,
): Promise<string> {
  const token = newToken()
  await tx.run(sql`
    insert into operator_sessions (operator_id, token_hash, ip, device, network, device_hash, created_at, confirmed_at,
      last_seen_at, expires_at)
    values (${operatorId}, ${hashToken(token)}, ${origin.ip}, ${origin.device}, ${network}, ${deviceHash}, ${now}, ${now},
      ${now}, ${later(now, OPERATOR_SESSION_MS)})`)
  return token
}

type SessionRow = Omit<Operator, 'actor' | 'origin'> & { lastSeenAt: Date }

export async function findOperatorSession(
  db: Db,
  token: string,
  now: Date,
): Promise<Omit<Operator, 'origin'> | undefined> {
  const row = await db.maybe<SessionRow>(sql`
    select o.id, s.id as "sessionId", o.email, o.name, o.role, s.last_seen_at as "lastSeenAt"
    from operator_sessions s join operators o on o.id = s.operator_id
    where s.token_hash = ${hashToken(token)} and s.confirmed_at is not null and s.ended_at is null
      and s.expires_at > ${now} and s.last_seen_at > ${later(now, -OPERATOR_IDLE_MS)} and o.disabled_at is null`)
  if (!row) return undefined
  const { lastSeenAt, ...operator } = row
  if (now.getTime() - lastSeenAt.getTime() > SEEN_EVERY_MS)
    await db.run(sql`update operator_sessions set last_seen_at = ${now} where id = ${row.sessionId}`)
  return { ...operator, actor: `operator:${row.email}` }
}

/** By the token alone, for any kind of session. */
export async function endOperatorSession(db: Db, token: string, now: Date): Promise<void> {
  await db.run(sql`
    update operator_sessions set ended_at = ${now} where token_hash = ${hashToken(token)} and ended_at is null`)
}

export function endSessionsOfOperator(tx: Db, operatorId: number, now: Date): Promise<number> {
  return tx.run(sql`
    update operator_sessions set ended_at = ${now} where operator_id = ${operatorId} and ended_at is null`)
}

export type ListedSession = { id: number; device: string; ip: string; createdAt: Date }

export function listOperatorSessions(db: Db, operatorId: number, now: Date): Promise<ListedSession[]> {
  return db.many<ListedSession>(sql`
    select id, device, ip, created_at as "createdAt" from operator_sessions
    where operator_id = ${operatorId} and confirmed_at is not null and ended_at is null and expires_at > ${now}
      and last_seen_at > ${later(now, -OPERATOR_IDLE_MS)}
    order by id desc limit 50`)
}

export async function endOneSession(
  tx: Db,
  { operatorId, sessionId }: { operatorId: number; sessionId: number },
  now: Date,
): Promise<'ended' | 'ended before' | 'unknown'> {
  const session = await tx.maybe<{ isOver: boolean }>(sql`
    select ended_at is not null as "isOver" from operator_sessions
    where id = ${sessionId} and operator_id = ${operatorId} for update`)
  if (!session) return 'unknown'
  if (session.isOver) return 'ended before'
  await tx.run(sql`update operator_sessions set ended_at = ${now} where id = ${sessionId}`)
  return 'ended'
}

type Jar = { isHttps: boolean }
/** A separate name: browsers send one host's cookies to all its ports. */
const OPERATOR = 'desk_session'
/** Survives signing out. It only distinguishes known devices from new ones. */
const DEVICE = 'desk_device'

export function readOperatorToken(visitor: Pick<Visitor, 'cookies'>, jar: Jar): string | undefined {
  return visitor.cookies[cookieName(OPERATOR, jar)]
}

export function setOperatorCookie(visitor: Visitor, token: string, lastsMs: number, jar: Jar): void {
  visitor.setCookie(cookieOf(OPERATOR, token, lastsMs, jar, 'Strict'))
}

export function clearOperatorCookie(visitor: Visitor, jar: Jar): void {
  visitor.setCookie(cookieOf(OPERATOR, '', 0, jar, 'Strict'))
}

export function readOperatorDevice(visitor: Pick<Visitor, 'cookies'>, jar: Jar): string | undefined {
  return visitor.cookies[cookieName(DEVICE, jar)]
}

export function setOperatorDeviceCookie(visitor: Visitor, token: string, jar: Jar): void {
  visitor.setCookie(cookieOf(DEVICE, token, KNOWN_FOR_MS, jar, 'Strict'))
}

/**
 * Counts an attempt to sign in at the desk like a customer's: strangers cannot use up the tries of a known
 * device or network.
 */
export async function countOperatorGuess(
  db: Db,
  { email, ...from }: Guess,
  now: Date,
): Promise<readonly Counted[] | Refused> {
  const person = email.trim().toLowerCase()
  const known = await db.one<{ device: boolean; network: boolean }>(sql`
    select coalesce(bool_or(s.device_hash = ${from.deviceHash}), false) as device,
      coalesce(bool_or(s.network = ${networkOf(from.address)}), false) as network
    from operators o join operator_sessions s on s.operator_id = o.id
    where o.email_key = ${person} and s.created_at > ${later(now, -KNOWN_FOR_MS)}`)
  return countAttempt(db, { ...from, of: 'desk-sign-in', person, known }, now)
}

/** A new password makes everything unknown: the former one may have been guessed, from anywhere. */
export async function clearKnownOrigins(tx: Db, operatorId: number): Promise<void> {
  await tx.run(sql`
    update operator_sessions set network = null, device_hash = null where operator_id = ${operatorId}`)
}

/** The origin of a session that this visitor opens on the device with this token. */
export function signedInAt(visitor: Visitor, deviceToken: string): SignedInAt {
  return { origin: originOf(visitor), network: networkOf(visitor.ip), deviceHash: hashToken(deviceToken) }
}
