import { type By, recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { endSessionsOfAccount, endSessionsOfAgent } from './sessions.ts'

/** Ends the sessions of a person, or of everyone in an account. Returns how many. */
export async function signOutBySupport(
  tx: Db,
  { accountId, agentId }: { accountId: number; agentId?: number },
  { actor, reason }: By,
  now: Date,
): Promise<number> {
  const about = agentId === undefined ? {} : { agentId }
  const details = reason ? { reason } : {}
  await recordAudit(tx, { actor, action: 'signed-out-by-support', accountId, ...about, details }, now)
  return agentId === undefined
    ? endSessionsOfAccount(tx, accountId, now)
    : endSessionsOfAgent(tx, agentId, now)
}
