import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** The person who pays for an account and receives its mail. */
export type Owner = {
  id: number
  accountId: number
  email: string
  firstName: string
  fullName: string
  company: string
  pin: string
  timeZone: string
}

export function findOwner(tx: Db, accountId: number): Promise<Owner> {
  return tx.one<Owner>(sql`
    select g.id, a.id as "accountId", g.email, g.first_name as "firstName",
      trim(g.first_name || ' ' || g.last_name) as "fullName", a.company, a.pin, a.time_zone as "timeZone"
    from accounts a join agents g on g.account_id = a.id and g.role = 'owner' and g.removed_at is null
    where a.id = ${accountId}`)
}
