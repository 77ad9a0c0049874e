import type { SecondFactorValues } from '#contract/features/second-factor/values.ts'
import { findTimeZone } from '#server/accounts/find-time-zone.ts'
import { showFactorDemand } from '#server/accounts/show-factor-demand.ts'
import { shownTo } from '#server/accounts/signed-in.ts'
import type { Deps } from '#server/deps.ts'
import { findDemand } from '#server/identity/factor-demands.ts'
import { hasPasskeyAsFactor } from '#server/identity/passkeys.ts'
import { findSecondFactor } from '#server/identity/second-factors.ts'
import type { Session } from '#server/identity/sessions.ts'
import { formatShortDate } from '#server/platform/format-moment.ts'

export async function showSecondFactor(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  session: Session,
): Promise<SecondFactorValues> {
  const factor = await findSecondFactor(db, session.agentId)
  const isDemanded = (await findDemand(db, session.accountId)) !== undefined
  const everyone = await shownTo(session, 'demand-second-factor', () =>
    showFactorDemand(db, session.accountId, clock.now()),
  )
  const hasPasskey = await hasPasskeyAsFactor(db, session.agentId)
  if (!factor) return { factor: null, isDemanded, hasPasskey, everyone }
  const timeZone = await findTimeZone(db, session.accountId)
  const { since, codesLeft } = factor
  return { factor: { since: formatShortDate(timeZone, since), codesLeft }, isDemanded, hasPasskey, everyone }
}
