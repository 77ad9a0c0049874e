import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

export function findOpen(
  db: Db,
  accountId: number,
): Promise<{ cents: number; number: string; state: string } | undefined> {
  return db.maybe(sql`
    select i.total_cents as cents, i.number, p.state
    from subscriptions s join periods p on p.subscription_id = s.id and p.state in ('due', 'charging', 'past_due')
    join invoices i on i.period_id = p.id and i.order_id is null
    where s.account_id = ${accountId} and s.ended_at is null limit 1`)
}
