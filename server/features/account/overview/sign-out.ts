import type { Deps } from '#server/deps.ts'
import { readSessionToken, takeSession } from '#server/identity/session-cookie.ts'
import { endSessionOfToken, endSessionsBeside } from '#server/identity/sessions.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'

/**
 * Signing out twice, or with an expired session, also succeeds. The session's scope does not matter: a
 * suspended account may work again tomorrow, and a session left open would work again with it.
 */
export async function signOut(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  visitor: Visitor,
  everywhere: boolean,
): Promise<void> {
  const token = readSessionToken(visitor, config)
  if (token && everywhere) await endSessionsBeside(db, token, clock.now())
  if (token) await endSessionOfToken(db, token, clock.now())
  takeSession(visitor, config)
}
