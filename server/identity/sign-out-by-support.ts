import { type By, recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { endSessionsOfAccount, endSessionsOfAgent } from './sessions.ts'
import { endTrustInAccount, endTrustOf } from './trusted-devices.ts'

/** Ends the sessions of a person, or of everyone in an account, and the trust in their devices. Returns how many sessions. */
export async function signOutBySupport(
  tx: Db,
  { accountId, agentId }: { accountId: number; agentId?: number },
  { actor, reason }: By,
  now: Date,
): Promise<number> {
  const about = agentId === undefined ? {} : { agentId }
  const details = reason ? { reason } : {}
  await recordAudit(tx, { actor, action: 'signed-out-by-support', accountId, ...about, details }, now)
  if (agentId === undefined) {
    await endTrustInAccount(tx, accountId)
    return endSessionsOfAccount(tx, accountId, now)
  }
  await endTrustOf(tx, agentId)
  return endSessionsOfAgent(tx, agentId, now)
}
