import type { Deps } from '#server/deps.ts'
import { readSessionToken, takeSession } from '#server/identity/session-cookie.ts'
import { endSessionOfToken, endSessionsBeside } from '#server/identity/sessions.ts'
import { endTrustOf } from '#server/identity/trusted-devices.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'

/**
 * Signing out twice, or with an expired session, also succeeds. The session's scope does not matter: a
 * suspended account may work again tomorrow, and a session left open would work again with it. Everywhere: no device skips
 * the second factor any longer, this one included.
 */
export async function signOut(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  visitor: Visitor,
  everywhere: boolean,
): Promise<void> {
  const token = readSessionToken(visitor, config)
  const now = clock.now()
  if (token && everywhere)
    await db.transaction(async (tx) => {
      const agentId = await endSessionsBeside(tx, token, now)
      if (agentId !== undefined) await endTrustOf(tx, agentId)
    })
  if (token) await endSessionOfToken(db, token, now)
  takeSession(visitor, config)
}
