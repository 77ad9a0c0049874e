import type { changePassword as changePasswordCall } from '#contract/features/security/calls.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import type { Deps } from '#server/deps.ts'
import { handDevice } from '#server/identity/session-cookie.ts'
import { endOtherSessions, requireOpenSession, type Session } from '#server/identity/sessions.ts'
import { setPassword } from '#server/identity/set-password.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { listDevices } from './list-devices.ts'
import { postPasswordChanged } from './mails.ts'

/**
 * Stores the new password, ends every other session and known device, and queues the notice, in one
 * transaction. The current password was checked with the step-up of the call.
 */
export async function changePassword(
  deps: Pick<Deps, 'db' | 'clock' | 'passwords' | 'jobs' | 'config'>,
  { password }: ParsedBodyOf<typeof changePasswordCall>,
  session: Session,
  visitor: Pick<Visitor, 'ip' | 'userAgent' | 'setCookie' | 'report'>,
): Promise<AnswerOf<typeof changePasswordCall> | Refused> {
  const { db, clock, passwords, config } = deps
  const passwordHash = await passwords.hash(password)
  if (isRefused(passwordHash)) return passwordHash

  const now = clock.now()
  const { agentId, accountId, origin } = session
  const changed = await db.transaction(async (tx) => {
    await requireOpenSession(tx, session)
    const agent = await setPassword(tx, agentId, passwordHash, now, session.id)
    if (!agent) return refuse('signed-out')
    await endOtherSessions(tx, session, now)
    await postPasswordChanged(tx, { ...deps, now }, { ...agent, id: agentId })
    await recordAudit(tx, { actor: { agentId }, action: 'password-changed', accountId, origin }, now)
    return { deviceToken: agent.deviceToken, devices: await listDevices(tx, session, now) }
  })
  if (isRefused(changed)) return changed
  visitor.report('password.changed')
  handDevice(visitor, changed.deviceToken, config)
  return { data: { status: 'changed', ...changed.devices } }
}
