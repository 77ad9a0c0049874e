import type { Day } from '#contract/calendar/billing-dates.ts'
import type { PlanItem } from '#contract/catalogue/items.ts'
import { type BillOfMonth, billOfMonth } from '#server/billing/invoices/bill-of-month.ts'
import { creditOf } from '#server/billing/invoices/credits.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

type Running = {
  accountId: number
  heldFrom: string | null
  heldUntil: string | null
  startsOn: Day
  items: PlanItem[]
}

/** The bill that the next renewal will write, if nothing changes until then. Undefined if there will be none. */
export async function showNextBill(
  db: Db,
  accountId: number,
): Promise<(BillOfMonth & { startsOn: Day }) | undefined> {
  const running = await db.maybe<Running>(sql`
    select s.account_id as "accountId", s.held_from as "heldFrom", s.held_until as "heldUntil", p.starts_on as "startsOn",
      -- Also a planned change, in the order in which the renewal will find its items.
      (select coalesce(jsonb_agg(jsonb_build_object('key', i.key, 'quantity', i.quantity, 'unitPrice', i."unitPrice",
          'given', coalesce(i.given, 0)) order by i."unitPrice" * (i.quantity - coalesce(i.given, 0)) desc, i.key), '[]')
        from jsonb_to_recordset(coalesce(
          (select c.items from subscription_changes c
           where c.subscription_id = s.id and c.effective_on <= p.starts_on and c.applied_at is null and c.withdrawn_at is null),
          (select jsonb_agg(jsonb_build_object('key', b.item, 'quantity', b.quantity, 'unitPrice', b.unit_price_cents,
             'given', b.given)) from subscription_items b where b.subscription_id = s.id)
        )) as i(key text, quantity integer, "unitPrice" integer, given integer)) as items
    from subscriptions s
    join lateral (select max(ends_on) as starts_on from periods where subscription_id = s.id) p on true
    where s.account_id = ${accountId} and s.ended_at is null and s.next_at is not null
      and (s.cancel_on is null or s.cancel_on > p.starts_on)`)
  if (!running) return undefined
  const { startsOn, items } = running
  return { ...(await billOfMonth(db, running, items, startsOn, await creditOf(db, accountId))), startsOn }
}
