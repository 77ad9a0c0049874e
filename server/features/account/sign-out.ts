import type { Deps } from '../../deps.ts'
import type { Visitor } from '../../http/visitor.ts'
import { takeSession } from '../../identity/session-cookie.ts'
import { endSession, endSessionsOfAgent } from '../../identity/sessions.ts'
import { sessionOf } from '../../signed-in.ts'

/** Signing out twice, or with a session that is over already, is signed out all the same. */
export async function signOut(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  visitor: Visitor,
  everywhere: boolean,
): Promise<void> {
  const now = deps.clock.now()
  const session = await sessionOf(deps, visitor)
  if (session && everywhere) await endSessionsOfAgent(deps.db, session.agentId, now)
  else if (session) await endSession(deps.db, session.id, now)
  takeSession(visitor, deps.config)
}
