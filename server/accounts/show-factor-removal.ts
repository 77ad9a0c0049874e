import type { FactorRemoval } from '#contract/accounts/account-values.ts'
import { findRecovery } from '#server/identity/recover-second-factor.ts'
import { findSecondFactor } from '#server/identity/second-factors.ts'
import type { Session } from '#server/identity/sessions.ts'
import type { Db } from '#server/platform/db/database.ts'
import { formatShortMoment } from '#server/platform/format-moment.ts'
import { findTimeZone } from './find-time-zone.ts'

/** For every account page: whoever asked may read the mails that tell of it. */
export async function showFactorRemoval(
  db: Db,
  { agentId, accountId }: Pick<Session, 'agentId' | 'accountId'>,
  now: Date,
): Promise<FactorRemoval | undefined> {
  const removesAt = await findRecovery(db, agentId, now)
  if (!removesAt) return undefined
  const what = (await findSecondFactor(db, agentId)) ? 'second-factor' : 'passkeys'
  return { what, removesAt: formatShortMoment(await findTimeZone(db, accountId), removesAt) }
}
