import type { By } from '#server/platform/audit.ts'
import { sql } from '#server/platform/db/sql.ts'
import { clearTries } from '#server/platform/limits.ts'
import type { Tx } from '#server/platform/transaction.ts'
import { guessesOfPassword } from './credentials.ts'
import { endTrustInAccount, endTrustOf } from './devices.ts'
import { guessesOfPerson } from './second-factor-codes.ts'
import { endSessionsOfAccount, endSessionsOfAgent } from './sessions.ts'

/**
 * Ends the sessions of a person, or of everyone in an account, and the trust in their devices. Returns the
 * number of sessions.
 */
export async function signOutBySupport(
  tx: Tx,
  { accountId, agentId }: { accountId: number; agentId?: number },
  { actor, reason }: By,
): Promise<number> {
  const about = agentId === undefined ? {} : { agentId }
  const details = reason ? { reason } : {}
  await tx.audit({ actor, action: 'signed-out-by-support', accountId, ...about, details })
  if (agentId === undefined) {
    await endTrustInAccount(tx, accountId)
    return endSessionsOfAccount(tx, accountId, tx.now)
  }
  await endTrustOf(tx, agentId)
  return endSessionsOfAgent(tx, agentId, tx.now)
}

/**
 * Clears the counted wrong passwords and codes of a person, so that they can retry at once. Network limits,
 * which others share, stay. False if the person no longer exists.
 */
export async function unlock(
  tx: Tx,
  { accountId, agentId }: { accountId: number; agentId: number },
  { actor, reason }: By,
): Promise<boolean> {
  const found = await tx.run(sql`
    update agents set unlocked_at = ${tx.now} where id = ${agentId} and account_id = ${accountId} and removed_at is null`)
  if (found === 0) return false
  for (const [limit, subject] of [...guessesOfPerson(agentId), guessesOfPassword(agentId)])
    await clearTries(tx, limit, subject)
  await tx.audit({ actor, action: 'sign-in-unlocked', accountId, agentId, details: { reason } })
  return true
}
