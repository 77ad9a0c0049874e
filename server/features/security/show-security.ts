import type { SecurityValues } from '#contract/pages.ts'
import type { Deps } from '../../deps.ts'
import type { Session } from '../../identity/sessions.ts'
import { listSessions } from './list-sessions.ts'
import { findTimes, findWaitingEmail } from './queries.ts'

export async function showSecurity(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  session: Session,
): Promise<SecurityValues> {
  const now = clock.now()
  return {
    sessions: await listSessions(db, session, now),
    waitingEmail: await findWaitingEmail(db, session.agentId, now),
    ...(await findTimes(db, session.accountId)),
  }
}
