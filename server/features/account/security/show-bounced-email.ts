import type { EmailBouncedValues } from '#contract/features/security/values.ts'
import { pages } from '#contract/pages.ts'
import { showPerson } from '#server/accounts/show-account.ts'
import { homeOf } from '#server/accounts/signed-in.ts'
import type { Deps } from '#server/deps.ts'
import type { Session } from '#server/identity/sessions.ts'
import { formatShortDate } from '#server/platform/format-moment.ts'
import { findBounce, findWaitingEmail } from './queries.ts'

export async function showBouncedEmail(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  session: Session,
): Promise<EmailBouncedValues> {
  const home = homeOf(session)
  const found = await findBounce(db, session.agentId)
  return {
    email: (await showPerson({ db }, session)).email,
    bounce: found
      ? {
          kind: found.kind ?? 'hard',
          since: formatShortDate(found.timeZone, found.bouncedAt),
          isTestReturned: found.isTestReturned,
        }
      : null,
    waitingEmail: await findWaitingEmail(db, session.agentId, clock.now()),
    next: home === pages.account ? (config.dialerUrl ?? home) : home,
  }
}
