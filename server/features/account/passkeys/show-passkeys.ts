import type { Passkey } from '#contract/features/passkeys/calls.ts'
import type { PasskeysValues } from '#contract/features/passkeys/values.ts'
import { findTimeZone } from '#server/accounts/find-time-zone.ts'
import { showPerson } from '#server/accounts/show-account.ts'
import type { Deps } from '#server/deps.ts'
import { passkeySiteOf } from '#server/identity/passkey-site.ts'
import { countPasskeys, listPasskeys } from '#server/identity/passkeys.ts'
import { findRecovery, waitHoursOf } from '#server/identity/recover-second-factor.ts'
import type { Session } from '#server/identity/sessions.ts'
import { waysOf } from '#server/identity/step-up.ts'
import type { Db } from '#server/platform/db/database.ts'
import { formatShortDate, formatShortMoment } from '#server/platform/format-moment.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'

export async function showPasskeys(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  session: Session,
  visitor: Pick<Visitor, 'hostName'>,
): Promise<PasskeysValues> {
  const { email } = await showPerson({ db }, session)
  const lost = await showLost(db, session, clock.now())
  const hasPasskeys = (await countPasskeys(db, session.agentId)) > 0
  if (session.scope !== 'account') return { email, passkeys: null, hasPasskeys, worksAt: null, ...lost }
  const passkeys = await passkeysOf(db, session)
  const worksAt = passkeySiteOf(config, visitor) ? null : config.publicUrl
  return { email, passkeys, hasPasskeys, worksAt, ...lost }
}

/** Only someone without another way to confirm a change needs to have them removed. */
async function showLost(
  db: Db,
  session: Session,
  now: Date,
): Promise<Pick<PasskeysValues, 'lost' | 'confirmsWith'>> {
  const ways = await waysOf(db, session.agentId)
  const confirmsWith = ways.find((way) => way !== 'passkey')
  if (confirmsWith) return session.scope === 'account' ? {} : { confirmsWith }
  const removesAt = await findRecovery(db, session.agentId, now)
  return {
    lost: {
      removesAt: removesAt ? formatShortMoment(await findTimeZone(db, session.accountId), removesAt) : null,
      waitHours: await waitHoursOf(db, session.agentId, now),
    },
  }
}

/** The person's passkeys as they are shown, oldest first. */
export async function passkeysOf(
  db: Db,
  { agentId, accountId }: Pick<Session, 'agentId' | 'accountId'>,
): Promise<Passkey[]> {
  const timeZone = await findTimeZone(db, accountId)
  const rows = await listPasskeys(db, agentId)
  return rows.map(({ id, name, createdAt, lastUsedAt, isSynced }) => ({
    id,
    name,
    made: formatShortDate(timeZone, createdAt),
    last_used: lastUsedAt ? formatShortMoment(timeZone, lastUsedAt) : null,
    is_synced: isSynced,
  }))
}
