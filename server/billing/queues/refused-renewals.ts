import type { Cents } from '#contract/catalogue/money.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { DeclineReason } from '#server/ports/payments.ts'
import type { Place } from './place.ts'

export type RefusedRenewal = Place & {
  at: Date
  pin: string
  company: string
  amountCents: Cents | null
  reason: DeclineReason | null
  tries: number
  nextTryAt: Date | null
  isLastDay: boolean
}

/**
 * Months that the bank refused to pay for and that are still open, oldest first. Chosen before their accounts are looked up:
 * the planner expects few of them.
 */
export function listRefusedRenewals(
  db: Db,
  { micros, id }: Place,
  atMost: number,
): Promise<RefusedRenewal[]> {
  return db.many<RefusedRenewal>(sql`
    select p.id, 0 as source, (extract(epoch from p.failed_at) * 1000000)::bigint as micros, p.failed_at as at, a.pin,
      a.company, p.tries, p.next_try_at as "nextTryAt", p.last_day_at is not null as "isLastDay",
      (select i.total_cents from invoices i where i.period_id = p.id and i.paid_at is null limit 1) as "amountCents",
      (select c.reason from charges c where c.period_id = p.id order by c.id desc limit 1) as reason
    from (
      select * from periods
      where state = 'past_due'
        and (failed_at, id) > (timestamptz 'epoch' + ${micros}::float8 * interval '1 microsecond', ${id}::bigint)
      order by failed_at, id limit ${atMost}
    ) p join subscriptions s on s.id = p.subscription_id join accounts a on a.id = s.account_id
    order by p.failed_at, p.id`)
}
