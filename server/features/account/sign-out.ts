import type { Deps } from '../../deps.ts'
import type { Visitor } from '../../http/visitor.ts'
import { readSessionToken, takeSession } from '../../identity/session-cookie.ts'
import { endSession, endSessionsOfAgent, findSession } from '../../identity/sessions.ts'

/** Signing out twice, or with a session that is over already, is signed out all the same. */
export async function signOut(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  visitor: Visitor,
  everywhere: boolean,
): Promise<void> {
  const now = clock.now()
  const token = readSessionToken(visitor, config)
  const session = token ? await findSession(db, token, now) : undefined
  if (session && everywhere) await endSessionsOfAgent(db, session.agentId, now)
  else if (session) await endSession(db, session.id, now)
  takeSession(visitor, config)
}
