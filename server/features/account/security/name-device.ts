import * as messages from '#contract/accounts/people-messages.ts'
import type { nameDevice as nameDeviceCall } from '#contract/features/security/calls.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import type { Deps } from '#server/deps.ts'
import { nameDevice } from '#server/identity/devices.ts'
import type { Session } from '#server/identity/sessions.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { listDevices } from './list-devices.ts'

/** A device keeps its name when the person signs in there again. */
export async function nameOne(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { session_id: sessionId, name }: ParsedBodyOf<typeof nameDeviceCall>,
  session: Session,
): Promise<AnswerOf<typeof nameDeviceCall> | Refused> {
  const now = clock.now()
  const { agentId, accountId, origin } = session
  const isNamed = await db.transaction(async (tx) => {
    if (!(await nameDevice(tx, { agentId, sessionId, name }, now))) return false
    const details = name === '' ? {} : { device: name }
    await recordAudit(tx, { actor: { agentId }, action: 'device-named', accountId, origin, details }, now)
    return true
  })
  if (!isNamed) return refuse('not-found', { errors: messages.sessionGone })
  return { data: await listDevices(db, session, now) }
}
