import type { Cents } from '#contract/catalogue/money.ts'
import { CAME_TOO_LATE, RETURNED_WITHIN_MS } from '#server/billing/orders/give-back.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { later } from '#server/ports/clock.ts'
import { idAfter, type Place } from './place.ts'

export type UnansweredCharge = Place & {
  kind: 'charge' | 'refund'
  at: Date
  outcome: string
  /** What was bought: a renewal, or the kind of an order. */
  for: string
  amountCents: Cents
  gateway: string
  /** A refund of a payment that came too late: it paid no bill, and its own job returns it. */
  isReturn: boolean
  /** Both null while a sign-up is not paid. */
  pin: string | null
  company: string | null
  email: string | null
}

const CHARGES = 0
const REFUNDS = 1

/**
 * Charges and refunds that the gateway was asked for before a moment, and whose outcome is not known, oldest first. Money
 * that came too late is no such charge while a job returns it, or while the bank decides about it.
 */
export function listUnanswered(
  db: Db,
  place: Place,
  { before, atMost }: { before: Date; atMost: number },
): Promise<UnansweredCharge[]> {
  const { micros } = place
  return db.many<UnansweredCharge>(sql`
    select w.kind, w.source, w.id, (extract(epoch from w.at) * 1000000)::bigint as micros, w.at, w.outcome, w.amount_cents as "amountCents",
      w.gateway, w.is_return as "isReturn", coalesce(o.kind, 'renewal') as "for", a.pin, a.company, o.email_key as email
    from (
      (select 'charge' as kind, ${CHARGES}::integer as source, id, created_at as at, outcome, amount_cents, gateway, order_id,
        account_id, false as is_return
      from charges
      where outcome in ('sent', 'unknown') and not is_disputed(id) and created_at <= ${before}
        and (reason is distinct from ${CAME_TOO_LATE} or created_at <= ${later(before, -RETURNED_WITHIN_MS)})
        and (created_at, id) > (timestamptz 'epoch' + ${micros}::float8 * interval '1 microsecond', ${idAfter(place, CHARGES)}::bigint)
      order by created_at, id limit ${atMost})
      union all
      (select 'refund', ${REFUNDS}::integer, r.id, r.created_at, r.outcome, r.amount_cents, c.gateway, c.order_id, c.account_id,
        r.credit_note_id is null
      from refunds r join charges c on c.id = r.charge_id
      where r.outcome = 'sent' and r.created_at <= ${before}
        and (r.created_at, r.id) > (timestamptz 'epoch' + ${micros}::float8 * interval '1 microsecond', ${idAfter(place, REFUNDS)}::bigint)
      order by r.created_at, r.id limit ${atMost})
    ) w left join orders o on o.id = w.order_id left join accounts a on a.id = w.account_id
    order by w.at, w.source, w.id limit ${atMost}`)
}
