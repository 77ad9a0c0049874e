import type { SecurityValues } from '#contract/features/security/values.ts'
import { showPerson } from '#server/accounts/show-account.ts'
import { shownTo } from '#server/accounts/signed-in.ts'
import type { Deps } from '#server/deps.ts'
import { countPasskeys } from '#server/identity/passkeys.ts'
import { findSecondFactor } from '#server/identity/second-factors.ts'
import type { Session } from '#server/identity/sessions.ts'
import { listDevices } from './list-devices.ts'
import { findTimes, findWaitingEmail } from './queries.ts'

export async function showSecurity(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  session: Session,
): Promise<SecurityValues & { email: string }> {
  const now = clock.now()
  const { timeZone, billingTimeZone } = await findTimes(db, session.accountId)
  const { email } = await showPerson({ db }, session)
  const factor = await findSecondFactor(db, session.agentId)
  return {
    email,
    ...(await listDevices(db, session, now)),
    waitingEmail: await findWaitingEmail(db, session.agentId, now),
    factor: factor ? { codesLeft: factor.codesLeft } : null,
    passkeys: await countPasskeys(db, session.agentId),
    timeZone,
    billingTimeZone: await shownTo(session, 'manage-settings', async () => billingTimeZone),
  }
}
