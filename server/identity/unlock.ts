import { type By, recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { forgetTries } from '#server/platform/limits.ts'
import { guessesOfPassword } from './confirm-password.ts'
import { guessesOfPerson } from './with-second-factor.ts'

/**
 * Forgets the wrong passwords and codes that were counted for a person, so that they can try again at once. The limits of
 * a network, which others share, stay. False if the person is gone.
 */
export async function unlock(
  tx: Db,
  { accountId, agentId }: { accountId: number; agentId: number },
  { actor, reason }: By,
  now: Date,
): Promise<boolean> {
  const found = await tx.run(sql`
    update agents set unlocked_at = ${now} where id = ${agentId} and account_id = ${accountId} and removed_at is null`)
  if (found === 0) return false
  for (const [limit, subject] of [...guessesOfPerson(agentId), guessesOfPassword(agentId)])
    await forgetTries(tx, limit, subject)
  await recordAudit(tx, { actor, action: 'sign-in-unlocked', accountId, agentId, details: { reason } }, now)
  return true
}
