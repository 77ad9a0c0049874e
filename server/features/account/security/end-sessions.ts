import * as messages from '#contract/accounts/people-messages.ts'
import { deviceOf } from '#contract/devices/device-name.ts'
import type { endSession as endSessionCall, forgetDevice } from '#contract/features/security/calls.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import type { Deps } from '#server/deps.ts'
import { endOtherSessions, type Session } from '#server/identity/sessions.ts'
import { endTrustOfDevice, endTrustOfOthers } from '#server/identity/trusted-devices.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { listDevices } from './list-devices.ts'
import { deleteTrusted, endSessionOf } from './queries.ts'

type EndDeps = Pick<Deps, 'db' | 'clock'>
type Answer = AnswerOf<typeof endSessionCall>

/** Ends one of the person's other sessions, and the trust in its device. The current one ends by signing out. */
export async function endOne(
  { db, clock }: EndDeps,
  { session_id: sessionId }: ParsedBodyOf<typeof endSessionCall>,
  session: Session,
): Promise<Answer | Refused> {
  const now = clock.now()
  const { agentId, accountId, origin } = session
  const isEnded = await db.transaction(async (tx) => {
    const ended = await endSessionOf(tx, { agentId, sessionId, exceptId: session.id }, now)
    if (!ended) return false
    if (ended.deviceHash) await endTrustOfDevice(tx, agentId, ended.deviceHash)
    await recordAudit(tx, { actor: { agentId }, action: 'session-ended', accountId, origin }, now)
    return true
  })
  if (!isEnded) return refuse('not-found', { errors: messages.sessionGone })
  return { data: await listDevices(db, session, now) }
}

/** Also ends the trust in devices where the person is not signed in at the moment. */
export async function endOthers({ db, clock }: EndDeps, session: Session): Promise<Answer> {
  const now = clock.now()
  const { agentId, accountId, origin } = session
  await db.transaction(async (tx) => {
    const ended = (await endOtherSessions(tx, session, now)) + (await endTrustOfOthers(tx, session))
    if (ended === 0) return
    await recordAudit(tx, { actor: { agentId }, action: 'other-sessions-ended', accountId, origin }, now)
  })
  return { data: await listDevices(db, session, now) }
}

/** The device is asked for a code at its next sign-in. Whoever is signed in there stays so. */
export async function forgetOne(
  { db, clock }: EndDeps,
  { device_id: id }: ParsedBodyOf<typeof forgetDevice>,
  session: Session,
): Promise<Answer | Refused> {
  const now = clock.now()
  const { agentId, accountId, origin } = session
  const isForgotten = await db.transaction(async (tx) => {
    const forgotten = await deleteTrusted(tx, { agentId, id })
    if (!forgotten) return false
    const details = { device: forgotten.name ?? deviceOf(forgotten.userAgent) }
    const entry = { actor: { agentId }, action: 'device-trust-ended', accountId, origin, details } as const
    await recordAudit(tx, entry, now)
    return true
  })
  if (!isForgotten) return refuse('not-found', { errors: messages.trustGone })
  return { data: await listDevices(db, session, now) }
}
