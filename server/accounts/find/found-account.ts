import type { Status } from '#contract/accounts/statuses.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

export type FoundAccount = {
  id: number
  pin: string
  company: string
  status: Status
  owner: string
  email: string
  isFraud: boolean
  createdAt: Date
}

export function accountsOf(db: Db, ids: readonly number[]): Promise<FoundAccount[]> {
  return db.many<FoundAccount>(sql`
    select a.id, a.pin, a.company, a.status, coalesce(trim(o.first_name || ' ' || o.last_name), '') as owner,
      coalesce(o.email, '') as email, a.fraud_marked_at is not null as "isFraud", a.created_at as "createdAt"
    from accounts a left join agents o on o.account_id = a.id and o.role = 'owner' and o.removed_at is null
    where a.id = any(${ids}::bigint[]) order by a.id`)
}
