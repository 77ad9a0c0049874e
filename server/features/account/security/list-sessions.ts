import { browserOf } from '#contract/devices/browser-name.ts'
import { systemOf } from '#contract/devices/user-agent.ts'
import type { SignedInDevice } from '#contract/features/security/calls.ts'
import { SESSIONS_LISTED } from '#contract/features/security/values.ts'
import type { Session } from '#server/identity/sessions.ts'
import type { Db } from '#server/platform/db/database.ts'
import { formatShortMoment } from '#server/platform/format-moment.ts'
import { findTimes, listSessionsOf } from './queries.ts'

/** Where a person is signed in, described in terms they recognize. */
export async function listSessions(
  db: Db,
  { id, agentId, accountId }: Session,
  now: Date,
): Promise<SignedInDevice[]> {
  const { timeZone } = await findTimes(db, accountId)
  const rows = await listSessionsOf(db, { agentId, thisId: id, atMost: SESSIONS_LISTED }, now)
  return rows.map((row) => ({
    id: row.id,
    browser: browserLabel(row.userAgent),
    system: systemOf(row.userAgent),
    address: row.address,
    since: formatShortMoment(timeZone, row.createdAt),
    last_seen: formatShortMoment(timeZone, row.lastSeenAt),
    is_this: row.id === id,
  }))
}

function browserLabel(userAgent: string): string {
  const { name, version } = browserOf(userAgent)
  return name === '' ? 'Unknown browser' : `${name} ${version.split('.', 1)[0]}`
}
