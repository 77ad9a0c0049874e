import type { Status } from '#contract/accounts/statuses.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

export type AccountFound = {
  id: number
  number: string
  company: string
  status: Status
  since: Date
  createdAt: Date
  timeZone: string
  phone: string
  city: string
  state: string
  fraudMarkedAt: Date | null
  fraudReason: string | null
  setUp: 'running' | 'done' | 'dead' | null
  setUpSince: Date | null
  setUpError: string | null
  contact: string
  contactBouncedAt: Date | null
}

export function findAccount(db: Db, number: string): Promise<AccountFound | undefined> {
  return db.maybe<AccountFound>(sql`
    select a.id, a.pin as number, a.company, a.status, a.status_since as since, a.created_at as "createdAt",
      a.time_zone as "timeZone", coalesce(nullif(a.office_phone, ''), a.mobile_phone) as phone, a.city, a.state,
      a.fraud_marked_at as "fraudMarkedAt", a.fraud_reason as "fraudReason", u.state as "setUp",
      coalesce(u.settled_at, u.started_at) as "setUpSince", u.last_error as "setUpError",
      a.billing_contact as contact, a.billing_contact_bounced_at as "contactBouncedAt"
    from accounts a left join set_ups u on u.account_id = a.id
    where a.pin = ${number}`)
}
