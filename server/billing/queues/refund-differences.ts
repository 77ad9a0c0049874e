import type { Cents } from '#contract/catalogue/money.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Place } from './place.ts'

export type RefundDifference = Place & {
  at: Date
  pin: string
  company: string
  bill: string
  amountCents: Cents
}

/** Refunds on the gateway's own pages beyond what was left of their bills, oldest first. */
export function listRefundDifferences(
  db: Db,
  { micros, id }: Place,
  atMost: number,
): Promise<RefundDifference[]> {
  return db.many<RefundDifference>(sql`
    select d.id, 0 as source, (extract(epoch from d.created_at) * 1000000)::bigint as micros, d.created_at as at, a.pin,
      a.company, i.number as bill, d.cents as "amountCents"
    from (
      select * from refund_differences
      where closed_at is null
        and (created_at, id) > (timestamptz 'epoch' + ${micros}::float8 * interval '1 microsecond', ${id}::bigint)
      order by created_at, id limit ${atMost}
    ) d join accounts a on a.id = d.account_id join invoices i on i.id = d.invoice_id
    order by d.created_at, d.id`)
}
