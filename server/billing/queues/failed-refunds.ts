import type { Cents } from '#contract/catalogue/money.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Place } from './place.ts'

export type FailedRefund = Place & {
  at: Date
  why: 'failed' | 'refused'
  isForeign: boolean
  pin: string
  company: string
  amountCents: Cents
  /** Null for a payment that came too late: it paid for nothing. */
  bill: string | null
  creditNote: string | null
}

/** Refunds that moved no money and that nobody has decided about, oldest first. */
export function listFailedRefunds(db: Db, { micros, id }: Place, atMost: number): Promise<FailedRefund[]> {
  return db.many<FailedRefund>(sql`
    select f.id, 0 as source, (extract(epoch from f.failed_at) * 1000000)::bigint as micros, f.failed_at as at, f.why,
      f.is_foreign as "isForeign", a.pin, a.company, f.amount_cents as "amountCents", n.number as "creditNote",
      (select i.number from invoices i where i.charge_id = f.charge_id limit 1) as bill
    from failed_refunds f join accounts a on a.id = f.account_id left join credit_notes n on n.id = f.credit_note_id
    where f.state = 'waiting'
      and (f.failed_at, f.id) > (timestamptz 'epoch' + ${micros}::float8 * interval '1 microsecond', ${id}::bigint)
    order by f.failed_at, f.id limit ${atMost}`)
}

/** The same of one account, the newest first. */
export function listFailedRefundsOf(db: Db, accountId: number): Promise<FailedRefund[]> {
  return db.many<FailedRefund>(sql`
    select f.id, 0 as source, (extract(epoch from f.failed_at) * 1000000)::bigint as micros, f.failed_at as at, f.why,
      f.is_foreign as "isForeign", a.pin, a.company, f.amount_cents as "amountCents", n.number as "creditNote",
      (select i.number from invoices i where i.charge_id = f.charge_id limit 1) as bill
    from failed_refunds f join accounts a on a.id = f.account_id left join credit_notes n on n.id = f.credit_note_id
    where f.account_id = ${accountId} and f.state = 'waiting' order by f.id desc limit 20`)
}
