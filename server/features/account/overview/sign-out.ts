import type { Deps } from '#server/deps.ts'
import { readSessionToken, takeSession } from '#server/identity/session-cookie.ts'
import { endSessionOfToken, endSessionsBeside } from '#server/identity/sessions.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'

/**
 * Signing out twice, or with a session that is over already, is signed out all the same. It does not ask how far the
 * session reaches: an account that is suspended today works again tomorrow, and so would a session that was left.
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
