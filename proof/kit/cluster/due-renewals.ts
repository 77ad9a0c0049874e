import { sql } from '#server/platform/db/sql.ts'
import type { DatabaseNode } from '../../../scripts/cluster/database-node.ts'
import { openPostgres } from '../../../server/platform/db/postgres.ts'
import { seedSubscriptions } from '../seed-subscriptions.ts'

/** Subscriptions whose next month begins today, one after the other within the given time. */
export async function seedDueRenewals(databaseUrl: string, count: number, seconds: number): Promise<void> {
  const db = openPostgres({ url: databaseUrl, poolSize: 2, onIdleError: () => {} })
  await db.transaction(
    async (tx) => {
      await seedSubscriptions(tx, count)
      await tx.run(sql`
        update subscriptions set
          anchor_date = ((now() at time zone time_zone)::date - interval '1 month')::date,
          started_at = ((now() at time zone time_zone)::date - interval '1 month')::timestamp at time zone time_zone`)
      await tx.run(sql`
        update subscriptions set next_at = now() + id * ${seconds / count}::float8 * interval '1 second'`)
      await tx.run(sql`
        update periods p set starts_on = s.anchor_date, ends_on = (s.anchor_date + interval '1 month')::date,
          due_at = s.started_at, ends_at = s.next_at, paid_at = s.started_at
        from subscriptions s where s.id = p.subscription_id`)
    },
    { takesLong: true },
  )
  await db.close()
}

export type Books = {
  accounts: number
  openOrders: number
  paidOrders: number
  /** People with two accounts. */
  twice: number
  renewed: number
  openRenewals: number
}

/** The database's contents without the seeded accounts. */
export async function readBooks(primary: DatabaseNode): Promise<Books> {
  const [books] = await primary.ask<Books>(BOOKS, { database: 'front_desk', atMostMs: 20_000 })
  return books as Books
}

export async function readPins(primary: Pick<DatabaseNode, 'ask'>): Promise<Map<string, string>> {
  const rows = await primary.ask<{ email: string; pin: string }>(
    'select g.email_key as email, a.pin from agents g join accounts a on a.id = g.account_id',
    { database: 'front_desk', atMostMs: 20_000 },
  )
  return new Map(rows.map(({ email, pin }) => [email, pin]))
}

const BOOKS = `
  select (select count(*) from accounts where company !~ '^Company \\d+$')::integer as accounts,
    (select count(*) from orders where state in ('intent', 'unknown'))::integer as "openOrders",
    (select count(*) from orders where state = 'paid')::integer as "paidOrders",
    (select count(*) from (select 1 from agents group by email_key having count(*) > 1) doubles)::integer as twice,
    (select count(*) from periods p join subscriptions s on s.id = p.subscription_id
      where p.starts_on > s.anchor_date and p.state = 'paid')::integer as renewed,
    (select count(*) from periods where state in ('due', 'charging', 'past_due'))::integer as "openRenewals"`
