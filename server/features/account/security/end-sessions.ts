import * as messages from '#contract/accounts/people-messages.ts'
import type { endSession as endSessionCall } from '#contract/features/security/calls.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import type { Deps } from '#server/deps.ts'
import { endOtherSessions, type Session } from '#server/identity/sessions.ts'
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
  const which = { agentId: session.agentId, sessionId, exceptId: session.id }
  if (!(await endSessionOf(db, which, now))) return refuse('not-found', { errors: messages.sessionGone })
  return { data: { sessions: await listSessions(db, session, now) } }
}

export async function endOthers({ db, clock }: EndDeps, session: Session): Promise<Answer> {
  const now = clock.now()
  await endOtherSessions(db, session, now)
  return { data: { sessions: await listSessions(db, session, now) } }
}
