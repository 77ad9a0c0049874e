import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { keepOneDevice } from './devices.ts'
import { dropLinks } from './links.ts'

export type ChangedAgent = {
  email: string
  firstName: string
  accountId: number
  company: string
  pin: string
}

/**
 * Sets a password and ends what the former one may have started: reset links, a change of email, the removal of a second factor,
 * and every known device.
 * The device at hand is known by the token that it returns. Undefined when the person was removed.
 */
export async function setPassword(
  tx: Db,
  agentId: number,
  passwordHash: string,
  now: Date,
  /** A session that stays open: its device stays known. */
  keptSessionId: number | null = null,
): Promise<(ChangedAgent & { deviceToken: string }) | undefined> {
  const agent = await tx.maybe<ChangedAgent>(sql`
    update agents g set password_hash = ${passwordHash}, password_set_at = ${now}
    from accounts a
    where g.id = ${agentId} and g.removed_at is null and a.id = g.account_id
    returning g.email, g.first_name as "firstName", a.id as "accountId", a.company, a.pin`)
  if (!agent) return undefined
  await dropLinks(tx, 'password-reset', agentId, now)
  await dropLinks(tx, 'email-change', agentId, now)
  await dropLinks(tx, 'second-factor-recovery', agentId, now)
  return { ...agent, deviceToken: await keepOneDevice(tx, agentId, now, keptSessionId) }
}

/** A password that a mailed link has set shows only that somebody reads the mails: see `waitHoursOf`. */
export async function noteResetByMail(tx: Db, agentId: number, now: Date): Promise<void> {
  await tx.run(sql`update agents set password_reset_at = ${now} where id = ${agentId}`)
}
