import type { SecurityValues } from '#contract/pages.ts'
import type { Deps } from '../../deps.ts'
import type { Session } from '../../identity/sessions.ts'
import { showPerson } from '../../show-account.ts'
import { forOwner } from '../../signed-in.ts'
import { listSessions } from './list-sessions.ts'
import { findTimes, findWaitingEmail } from './queries.ts'

export async function showSecurity(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  session: Session,
): Promise<SecurityValues & { email: string }> {
  const now = clock.now()
  const { timeZone, billingTimeZone } = await findTimes(db, session.accountId)
  const { email } = await showPerson({ db }, session)
  return {
    email,
    sessions: await listSessions(db, session, now),
    waitingEmail: await findWaitingEmail(db, session.agentId, now),
    timeZone,
    billingTimeZone: await forOwner(session, async () => billingTimeZone),
  }
}
