import type { AnswerOf, ParsedBodyOf } from '#contract/calls/call.ts'
import type { changePassword as changePasswordCall } from '#contract/calls/security.ts'
import { note } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { confirmPassword } from '../../identity/confirm-password.ts'
import { dropLinks } from '../../identity/links.ts'
import { endOtherSessions, type Session } from '../../identity/sessions.ts'
import { setPassword } from '../../identity/set-password.ts'
import { isRefused, type Refused, refuse } from '../../refusal.ts'
import { listSessions } from './list-sessions.ts'
import { postPasswordChanged } from './mails.ts'

/** The new password, the end of every other session and the notice: all of it, or nothing. */
export async function changePassword(
  deps: Pick<Deps, 'db' | 'clock' | 'passwords' | 'jobs' | 'config'>,
  { current_password, password }: ParsedBodyOf<typeof changePasswordCall>,
  session: Session,
): Promise<AnswerOf<typeof changePasswordCall> | Refused> {
  const { db, clock, passwords } = deps
  const typed = { field: 'current_password', password: current_password }
  const refused = await confirmPassword(deps, session, typed)
  if (refused) return refused
  const passwordHash = await passwords.hash(password)
  if (isRefused(passwordHash)) return passwordHash

  const now = clock.now()
  const { agentId, accountId } = session
  return db.transaction(async (tx) => {
    const agent = await setPassword(tx, agentId, passwordHash)
    if (!agent) return refuse('signed-out')
    await dropLinks(tx, 'password-reset', agentId, now)
    // Whoever asked for another email with the old password does not get it.
    await dropLinks(tx, 'email-change', agentId, now)
    await endOtherSessions(tx, session, now)
    await postPasswordChanged(tx, { ...deps, now }, agent)
    await note(tx, { actor: { agentId }, action: 'password-changed', accountId }, now)
    return { data: { status: 'changed', sessions: await listSessions(tx, session, now) } }
  })
}
