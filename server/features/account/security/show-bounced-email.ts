import type { EmailBouncedValues } from '#contract/features/security/values.ts'
import { pages } from '#contract/pages.ts'
import { homeOf } from '#server/accounts/signed-in.ts'
import type { Deps } from '#server/deps.ts'
import type { Session } from '#server/identity/sessions.ts'
import { formatShortDate } from '#server/platform/format-moment.ts'
import type { Redirect } from '#server/platform/http/pages.ts'
import { findBounce, findWaitingEmail } from './queries.ts'

/** Once the email works again, there is nothing to show. */
export async function showBouncedEmail(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  session: Session,
): Promise<EmailBouncedValues | Redirect> {
  const home = homeOf(session)
  const next = home === pages.account ? (config.dialerUrl ?? home) : home
  const bounce = await findBounce(db, session.agentId)
  if (!bounce) return { redirectTo: home }
  const { email, kind, bouncedAt, timeZone, isTestReturned } = bounce
  return {
    email,
    kind: kind ?? 'hard',
    since: formatShortDate(timeZone, bouncedAt),
    waitingEmail: await findWaitingEmail(db, session.agentId, clock.now()),
    isTestReturned,
    next,
  }
}
