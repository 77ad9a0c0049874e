import { browserOf } from '#contract/browser-name.ts'
import type { SignedInDevice } from '#contract/calls/security.ts'
import { systemOf } from '#contract/user-agent.ts'
import type { Db } from '../../db/database.ts'
import type { Session } from '../../identity/sessions.ts'
import { momentInWords } from '../../moment-in-words.ts'
import { findTimes, listSessionsOf } from './queries.ts'

/** Where a person is signed in, as that person would describe it. */
export async function listSessions(
  db: Db,
  { id, agentId, accountId }: Session,
  now: Date,
): Promise<SignedInDevice[]> {
  const { timeZone } = await findTimes(db, accountId)
  const rows = await listSessionsOf(db, agentId, now)
  const devices = rows.map((row) => ({
    id: row.id,
    browser: browserInWords(row.userAgent),
    system: systemOf(row.userAgent),
    address: row.address,
    since: momentInWords(timeZone, row.createdAt),
    last_seen: momentInWords(timeZone, row.lastSeenAt),
    is_this: row.id === id,
  }))
  return [...devices.filter((device) => device.is_this), ...devices.filter((device) => !device.is_this)]
}

function browserInWords(userAgent: string): string {
  const { name, version } = browserOf(userAgent)
  return name === '' ? 'An unnamed browser' : `${name} ${version.split('.', 1)[0]}`
}
