import { browserOf } from '#contract/devices/browser-name.ts'
import { systemOf } from '#contract/devices/user-agent.ts'
import type { Devices, TrustedDevice } from '#contract/features/security/calls.ts'
import { DEVICES_LISTED } from '#contract/features/security/values.ts'
import type { Session } from '#server/identity/sessions.ts'
import type { Db } from '#server/platform/db/database.ts'
import { formatShortDate, formatShortMoment } from '#server/platform/format-moment.ts'
import { findTimes, listSessionsOf, listTrustedOf } from './queries.ts'

/** Where a person is signed in, and where they are not asked for a code, described in terms they recognize. */
export async function listDevices(db: Db, session: Session, now: Date): Promise<Devices> {
  const { id, agentId, accountId } = session
  const { timeZone } = await findTimes(db, accountId)
  const whose = { agentId, thisId: id, atMost: DEVICES_LISTED }
  const sessions = await listSessionsOf(db, whose, now)
  const trusted = await listTrustedOf(db, whose, now)
  return {
    sessions: sessions.map((row) => ({
      ...described(row),
      since: formatShortMoment(timeZone, row.createdAt),
      last_seen: formatShortMoment(timeZone, row.lastSeenAt),
      is_this: row.id === id,
    })),
    trusted_devices: trusted.map((row) => ({
      ...described(row),
      until: formatShortDate(timeZone, row.until),
      is_this: row.isThis,
    })),
  }
}

type Row = { id: number; name: string | null; address: string; userAgent: string }

function described({ id, name, address, userAgent }: Row): Omit<TrustedDevice, 'until' | 'is_this'> {
  const browser = browserLabel(userAgent)
  return { id, name: name ?? '', browser, system: systemOf(userAgent), address }
}

function browserLabel(userAgent: string): string {
  const { name, version } = browserOf(userAgent)
  return name === '' ? 'Unknown browser' : `${name} ${version.split('.', 1)[0]}`
}
