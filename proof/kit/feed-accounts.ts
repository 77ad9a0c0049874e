import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

const IN_A_PART = 500
const AT_ONCE = 4

/**
 * Accounts with an owner, a user, a plan and a dialer, in bulk: their events are written as for any other
 * change.
 */
export async function seedAccounts(db: Database, count: number): Promise<void> {
  for (let from = 1; from <= count; from += IN_A_PART) {
    const to = Math.min(count, from + IN_A_PART - 1)
    await db.transaction(
      async (tx) => {
        await tx.run(sql`
          insert into accounts (pin, company, status, status_since, created_at)
          select lpad((100000 + n)::text, 6, '0'), 'Company ' || n, 'active', now(), now()
          from generate_series(${from}::integer, ${to}::integer) n`)
        await tx.run(sql`
          insert into agents (account_id, email, first_name, last_name, role, password_hash, joined_at, created_at)
          select a.id, p.role || a.pin || '@example.com', 'Person', a.pin, p.role, 'none', now(), now()
          from accounts a, (values ('owner'), ('user')) p (role)
          where a.pin between ${pinOf(from)} and ${pinOf(to)}`)
        await tx.run(sql`
          insert into subscriptions (account_id, anchor_date, time_zone, started_at)
          select id, current_date, 'US/Central', now() from accounts where pin between ${pinOf(from)} and ${pinOf(to)}`)
        await tx.run(sql`
          insert into subscription_items (subscription_id, item, quantity, unit_price_cents)
          select s.id, i.item, i.quantity, 1000 from subscriptions s join accounts a on a.id = s.account_id,
            (values ('triple', 2), ('lead', 5)) i (item, quantity)
          where a.pin between ${pinOf(from)} and ${pinOf(to)}`)
        await tx.run(sql`
          insert into dialer_assignments (agent_id, item, account_id, place, assigned_at)
          select g.id, 'triple', a.id, 1, now() from agents g join accounts a on a.id = g.account_id
          where g.role = 'owner' and a.pin between ${pinOf(from)} and ${pinOf(to)}`)
      },
      { takesLong: true },
    )
  }
}

const pinOf = (number: number) => String(100_000 + number)

/** Changes of every kind in random accounts, several at the same time. */
export async function changeAccounts(db: Database, accounts: number, changes: number): Promise<void> {
  let left = changes
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (left > 0) {
        left -= 1
        const statement = statements[Math.floor(Math.random() * statements.length)]
        await db.run((statement ?? turnRole)(pinOf(1 + Math.floor(Math.random() * accounts))))
      }
    }),
  )
}

const turnRole = (pin: string) => sql`
  update agents set role = case role when 'user' then 'admin' else 'user' end
  where role <> 'owner' and account_id = (select id from accounts where pin = ${pin})`

const statements = [
  turnRole,
  (pin: string) => sql`
    update accounts set status = case status when 'active' then 'past_due' else 'active' end, status_since = now()
    where pin = ${pin}`,
  (pin: string) => sql`
    update subscription_items set quantity = 3 + (quantity + 1) % 5
    where item = 'lead' and subscription_id in (
      select s.id from subscriptions s join accounts a on a.id = s.account_id where a.pin = ${pin})`,
  (pin: string) => sql`
    update subscriptions set cancel_on = case when cancel_on is null then current_date + 20 end
    where account_id = (select id from accounts where pin = ${pin})`,
  (pin: string) => sql`
    insert into agents (account_id, email, first_name, last_name, role, password_hash, joined_at, created_at)
    select id, 'new' || gen_random_uuid() || '@example.com', 'New', 'Person', 'billing', 'none', now(), now()
    from accounts where pin = ${pin}`,
  (pin: string) => sql`
    update dialer_assignments set place = 3 - place
    where account_id = (select id from accounts where pin = ${pin})`,
  (pin: string) => sql`
    insert into feed_facts (account_id, type, data, occurred_at)
    select id, 'bill.refunded', jsonb_build_object('credit_note', gen_random_uuid()), now() from accounts where pin = ${pin}`,
]
