import type { Day } from '#contract/calendar/billing-dates.ts'
import type { InvoiceLine } from '#server/billing/invoices/invoices.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

export type FullMonth = {
  startsOn: Day
  /** True if there was a month on hold since. */
  wasHeldSince: boolean
  lines: InvoiceLine[]
  /** Dates of mid-month invoices since then, in the subscription's time zone. */
  changedOn: Day[]
}

/**
 * The newest month with the full plan, which the next one is compared with. Mid-month invoices and months on
 * hold do not count. The subscription stores only its latest hold, which is enough because there is a full
 * month between two holds.
 */
export function findLastFullMonth(tx: Db, accountId: number): Promise<FullMonth | undefined> {
  return tx.maybe<FullMonth>(sql`
    select p.starts_on as "startsOn",
      coalesce(p.starts_on < s.held_from
        and exists (select from periods h where h.subscription_id = s.id and h.starts_on >= s.held_from), false) as "wasHeldSince",
      (select coalesce(jsonb_agg(jsonb_build_object('kind', l.kind, 'label', l.label, 'quantity', l.quantity,
          'unitPrice', l.unit_price_cents, 'amount', l.amount_cents) order by l.position), '[]')
        from invoice_lines l where l.invoice_id = i.id and l.kind = 'item') as lines,
      (select coalesce(jsonb_agg(distinct (m.issued_at at time zone s.time_zone)::date), '[]')
        from invoices m join orders o on o.id = m.order_id and o.kind = 'plan-change'
        where m.account_id = i.account_id and m.id > i.id) as "changedOn"
    from invoices i join periods p on p.id = i.period_id join subscriptions s on s.id = p.subscription_id
    where i.account_id = ${accountId}
      and (s.held_from is null or p.starts_on < s.held_from or p.starts_on >= s.held_until)
    order by i.id desc limit 1`)
}
