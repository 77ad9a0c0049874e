import type { Db } from '../../db/database.ts'
import { isOpenToPartners } from '../../identity/grants.ts'
import { findToken, type HeldToken } from './queries.ts'

/** A token that is worth something now. A replaced refresh token is not, although its grace may still run. */
export async function findLiveToken(db: Db, token: string, now: Date): Promise<HeldToken | undefined> {
  const held = token === '' ? undefined : await findToken(db, token)
  if (!held || held.isRevoked || held.replacedAt || held.expiresAt <= now) return undefined
  return isOpenToPartners(held) ? held : undefined
}
