import type { Db } from '#server/platform/db/database.ts'
import { findToken, type HeldToken } from './queries.ts'

/**
 * A token that is valid now, whatever the account's status. A replaced refresh token is not, even within its
 * grace period.
 */
export async function findLiveToken(db: Db, token: string, now: Date): Promise<HeldToken | undefined> {
  const held = token === '' ? undefined : await findToken(db, token)
  const isOver = !held || held.isRevoked || held.isFraud || held.replacedAt || held.expiresAt <= now
  return isOver ? undefined : held
}
