import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

export type ChangedAgent = {
  email: string
  firstName: string
  accountId: number
  company: string
  pin: string
}

export function setPassword(
  tx: Db,
  agentId: number,
  passwordHash: string,
  now: Date,
): Promise<ChangedAgent | undefined> {
  return tx.maybe<ChangedAgent>(sql`
    update agents g set password_hash = ${passwordHash}, password_set_at = ${now}
    from accounts a
    where g.id = ${agentId} and g.removed_at is null and a.id = g.account_id
    returning g.email, g.first_name as "firstName", a.id as "accountId", a.company, a.pin`)
}
