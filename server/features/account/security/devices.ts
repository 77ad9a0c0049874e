import * as messages from '#contract/accounts/people-messages.ts'
import { browserOf, deviceOf } from '#contract/devices/device-name.ts'
import { systemOf } from '#contract/devices/user-agent.ts'
import {
  DEVICES_LISTED,
  type Devices,
  type endSession as endSessionCall,
  type forgetDevice,
  type nameDevice as nameDeviceCall,
  type TrustedDevice,
} from '#contract/features/security.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import { endTrustOfDevice, endTrustOfOthers, nameDevice } from '#server/identity/devices.ts'
import { by, endOtherSessions, SESSION_IDLE_MS, type Session } from '#server/identity/sessions.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { formatShortDate, formatShortMoment } from '#server/platform/format-moment.ts'
import { refuse } from '#server/platform/refusal.ts'
import { type TransactionDeps, transaction } from '#server/platform/transaction.ts'
import { later } from '#server/ports/clock.ts'
import { findTimes } from './times.ts'

/** Where a person is signed in, and where they need no code, in terms they recognize. */
export async function listDevices(db: Db, session: Session, now: Date): Promise<Devices> {
  const { id, agentId, accountId } = session
  const { timeZone } = await findTimes(db, accountId)
  const whose = { agentId, thisId: id, atMost: DEVICES_LISTED }
  const sessions = await listSessionsOf(db, whose, now)
  const trusted = await listTrustedOf(db, whose, now)
  return {
    sessions: sessions.map((row) => ({
      ...described(row),
      since: formatShortMoment(timeZone, row.createdAt),
      last_seen: formatShortMoment(timeZone, row.lastSeenAt),
      is_this: row.id === id,
    })),
    trusted_devices: trusted.map((row) => ({
      ...described(row),
      until: formatShortDate(timeZone, row.until),
      is_this: row.isThis,
    })),
  }
}

type Row = { id: number; name: string | null; address: string; userAgent: string }

function described({ id, name, address, userAgent }: Row): Omit<TrustedDevice, 'until' | 'is_this'> {
  const browser = browserLabel(userAgent)
  return { id, name: name ?? '', browser, system: systemOf(userAgent), address }
}

function browserLabel(userAgent: string): string {
  const { name, version } = browserOf(userAgent)
  return name === '' ? 'Unknown browser' : `${name} ${version.split('.', 1)[0]}`
}

type Answer = AnswerOf<typeof endSessionCall>

/** Ends one of the person's other sessions, and the trust in its device. The current one ends by signing out. */
export async function endOne(
  deps: TransactionDeps,
  { session_id: sessionId }: ParsedBodyOf<typeof endSessionCall>,
  session: Session,
): Promise<Answer> {
  const { agentId } = session
  return transaction(deps, async (tx) => {
    const ended = await endSessionOf(tx, { agentId, sessionId, exceptId: session.id }, tx.now)
    if (!ended) throw refuse('not-found', { errors: messages.sessionGone })
    if (ended.deviceHash) await endTrustOfDevice(tx, agentId, ended.deviceHash)
    await tx.audit({ ...by(session), action: 'session-ended' })
    return { data: await listDevices(tx, session, tx.now) }
  })
}

/** Also ends trust in devices where the person is not signed in at the moment. */
export async function endOthers(deps: TransactionDeps, session: Session): Promise<Answer> {
  return transaction(deps, async (tx) => {
    const ended = (await endOtherSessions(tx, session, tx.now)) + (await endTrustOfOthers(tx, session))
    if (ended > 0) await tx.audit({ ...by(session), action: 'other-sessions-ended' })
    return { data: await listDevices(tx, session, tx.now) }
  })
}

/** The device needs a code at its next sign-in. A current session there stays. */
export async function removeTrust(
  deps: TransactionDeps,
  { device_id: id }: ParsedBodyOf<typeof forgetDevice>,
  session: Session,
): Promise<Answer> {
  const { agentId } = session
  return transaction(deps, async (tx) => {
    const forgotten = await deleteTrusted(tx, { agentId, id })
    if (!forgotten) throw refuse('not-found', { errors: messages.trustGone })
    const details = { device: forgotten.name ?? deviceOf(forgotten.userAgent) }
    await tx.audit({ ...by(session), action: 'device-trust-ended', details })
    return { data: await listDevices(tx, session, tx.now) }
  })
}

/** A device keeps its name when the person signs in there again. */
export async function nameOne(
  deps: TransactionDeps,
  { session_id: sessionId, name }: ParsedBodyOf<typeof nameDeviceCall>,
  session: Session,
): Promise<AnswerOf<typeof nameDeviceCall>> {
  const { agentId } = session
  return transaction(deps, async (tx) => {
    if (!(await nameDevice(tx, { agentId, sessionId, name }, tx.now)))
      throw refuse('not-found', { errors: messages.sessionGone })
    const details = name === '' ? {} : { device: name }
    await tx.audit({ ...by(session), action: 'device-named', details })
    return { data: await listDevices(tx, session, tx.now) }
  })
}

type DeviceRow = { id: number; name: string | null; address: string; userAgent: string }

type Whose = { agentId: number; thisId: number; atMost: number }

export type SessionRow = DeviceRow & { createdAt: Date; lastSeenAt: Date }

export type TrustedRow = DeviceRow & { until: Date; isThis: boolean }

/** Sessions that are still valid: this one first, then the most recently seen. */
function listSessionsOf(db: Db, { agentId, thisId, atMost }: Whose, now: Date): Promise<SessionRow[]> {
  return db.many<SessionRow>(sql`
    select s.id, d.name, s.address, s.user_agent as "userAgent", s.created_at as "createdAt",
      s.last_seen_at as "lastSeenAt"
    from sessions s left join devices d on d.agent_id = s.agent_id and d.device_hash = s.device_hash
    where s.agent_id = ${agentId} and s.ended_at is null and s.expires_at > ${now}
      and s.last_seen_at > ${later(now, -SESSION_IDLE_MS)}
    order by s.id = ${thisId} desc, s.last_seen_at desc, s.id desc limit ${atMost}`)
}

/** Devices that need no code: this one first, then the newest. */
function listTrustedOf(db: Db, { agentId, thisId, atMost }: Whose, now: Date): Promise<TrustedRow[]> {
  return db.many<TrustedRow>(sql`
    select t.id, d.name, t.address, t.user_agent as "userAgent", t.expires_at as until,
      coalesce(t.device_hash = (select device_hash from sessions where id = ${thisId}), false) as "isThis"
    from trusted_devices t left join devices d on d.agent_id = t.agent_id and d.device_hash = t.device_hash
    where t.agent_id = ${agentId} and t.expires_at > ${now}
    order by "isThis" desc, t.created_at desc, t.id desc limit ${atMost}`)
}

function deleteTrusted(
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
function endSessionOf(
  db: Db,
  { agentId, sessionId, exceptId }: { agentId: number; sessionId: number; exceptId: number },
  now: Date,
): Promise<{ deviceHash: Buffer | null } | undefined> {
  return db.maybe<{ deviceHash: Buffer | null }>(sql`
    update sessions set ended_at = ${now}
    where id = ${sessionId} and id <> ${exceptId} and agent_id = ${agentId} and ended_at is null
    returning device_hash as "deviceHash"`)
}
