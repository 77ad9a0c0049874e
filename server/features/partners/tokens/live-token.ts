import type { Db } from '#server/platform/db/database.ts'
import { findToken, type HeldToken } from './queries.ts'

/**
 * A token that is good now, whatever state the account is in. A replaced refresh token is not, although its grace may
 * still run.
 */
export async function findLiveToken(db: Db, token: string, now: Date): Promise<HeldToken | undefined> {
  const held = token === '' ? undefined : await findToken(db, token)
  const isOver = !held || held.isRevoked || held.isFraud || held.replacedAt || held.expiresAt <= now
  return isOver ? undefined : held
}
