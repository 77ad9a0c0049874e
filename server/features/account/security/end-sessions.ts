import * as messages from '#contract/accounts/people-messages.ts'
import type { endSession as endSessionCall } from '#contract/features/security/calls.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import type { Deps } from '#server/deps.ts'
import { endOtherSessions, type Session } from '#server/identity/sessions.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { listSessions } from './list-sessions.ts'
import { endSessionOf } from './queries.ts'

type EndDeps = Pick<Deps, 'db' | 'clock'>
type Answer = AnswerOf<typeof endSessionCall>

/** Ends one of the person's other sessions. The current one ends by signing out. */
export async function endOne(
  { db, clock }: EndDeps,
  { session_id: sessionId }: ParsedBodyOf<typeof endSessionCall>,
  session: Session,
): Promise<Answer | Refused> {
  const now = clock.now()
  const { agentId, accountId, origin } = session
  const isEnded = await db.transaction(async (tx) => {
    if (!(await endSessionOf(tx, { agentId, sessionId, exceptId: session.id }, now))) return false
    await recordAudit(tx, { actor: { agentId }, action: 'session-ended', accountId, origin }, now)
    return true
  })
  if (!isEnded) return refuse('not-found', { errors: messages.sessionGone })
  return { data: { sessions: await listSessions(db, session, now) } }
}

export async function endOthers({ db, clock }: EndDeps, session: Session): Promise<Answer> {
  const now = clock.now()
  const { agentId, accountId, origin } = session
  await db.transaction(async (tx) => {
    if ((await endOtherSessions(tx, session, now)) === 0) return
    await recordAudit(tx, { actor: { agentId }, action: 'other-sessions-ended', accountId, origin }, now)
  })
  return { data: { sessions: await listSessions(db, session, now) } }
}
