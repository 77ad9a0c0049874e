import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

const PART = 200

/**
 * Subscriptions that began in January 2027, half of them on its last days, in all time zones we sell to. The
 * small proof uses fewer days and three zones, so that there are fewer distinct times. Every seventh card is
 * refused at renewal, every eleventh loses the gateway's answer. Dates are computed by the database's
 * calendar, which shares no code with ours.
 */
export async function seedSubscriptions(db: Db, count: number): Promise<void> {
  const isSmall = count < 1000
  const [days, zones] = isSmall ? [2, 3] : [27, 9]
  await db.run(sql`
    create table sample as
    select n, case when n % 2 = 0 then date '2027-01-14' + (n / 2) % ${days}::integer - ${isSmall ? 0 : 13}::integer else date '2027-01-28' + (n / 2) % 4 end as began,
      (array['US/Eastern', 'US/Arizona', 'Pacific/Tahiti', 'US/Central', 'US/Mountain', 'US/Pacific', 'US/Alaska',
        'America/Halifax', 'America/Puerto_Rico'])[1 + n % ${zones}::integer] as zone,
      case when n % 7 = 0 then 'declined-at-renewal' when n % 11 = 0 then 'time-out-after-charge' else 'approved' end as behaviour
    from generate_series(1, ${count}::integer) n`)
  await seedSample(db, count)
}

/** Subscriptions of the table `sample`: each has paid the month that began on its day. */
export async function seedSample(db: Db, count: number): Promise<void> {
  for (let first = 1; first <= count; first += PART) await seedPart(db, first, first + PART - 1)
  await db.run(sql`analyze`)
}

/** At each commit the feed records the accounts' entitlements, so one statement inserts only some of them. */
async function seedPart(db: Db, first: number, last: number): Promise<void> {
  const [firstPin, lastPin] = [pinOf(first), pinOf(last)]
  await db.run(sql`
    insert into accounts (pin, company, status, time_zone, status_since, created_at)
    select lpad((100000 + n)::text, 6, '0'), 'Company ' || n, 'active', zone, began, began
    from sample where n between ${first} and ${last} order by n`)
  await db.run(sql`
    insert into agents (account_id, email, first_name, last_name, role, password_hash, joined_at, created_at)
    select a.id, 'owner' || s.n || '@example.com', 'Owner', s.n::text, 'owner', 'none', s.began, s.began
    from sample s join accounts a on a.pin = (100000 + s.n)::text where s.n between ${first} and ${last}`)
  await db.run(sql`
    insert into sandbox_cards (token, brand, last_four, behaviour, created_at)
    select 'card-' || n, 'Visa', '1111', behaviour, began from sample where n between ${first} and ${last}`)
  await db.run(sql`
    insert into cards (account_id, gateway, gateway_token, brand, last_four, holder, expires_month, expires_year, created_at)
    select a.id, 'sandbox', 'card-' || s.n, 'Visa', '1111', 'Owner', 12, 2040, s.began
    from sample s join accounts a on a.pin = (100000 + s.n)::text where s.n between ${first} and ${last}`)
  await db.run(sql`
    insert into subscriptions (account_id, anchor_date, time_zone, started_at, next_at)
    select a.id, s.began, s.zone, s.began::timestamp at time zone s.zone,
      (s.began + interval '1 month')::date::timestamp at time zone s.zone
    from sample s join accounts a on a.pin = (100000 + s.n)::text where s.n between ${first} and ${last}`)
  await db.run(sql`
    insert into subscription_items (subscription_id, item, quantity, unit_price_cents)
    select s.id, i.item, 1, i.cents
    from accounts a join subscriptions s on s.account_id = a.id, (values ('triple', 13900), ('lead', 1000)) i (item, cents)
    where a.pin between ${firstPin} and ${lastPin}`)
  await db.run(sql`
    insert into periods (subscription_id, starts_on, ends_on, due_at, ends_at, state, tries, paid_at)
    select s.id, s.anchor_date, (s.anchor_date + interval '1 month')::date, s.started_at, s.next_at, 'paid', 1, s.started_at
    from accounts a join subscriptions s on s.account_id = a.id where a.pin between ${firstPin} and ${lastPin}`)
  await db.run(sql`
    insert into invoices (account_id, period_id, total_cents, note, issued_at, paid_at, billed_to)
    select s.account_id, p.id, 14900, 'This is your first bill.', p.due_at, p.paid_at, billed_to(s.account_id)
    from accounts a join subscriptions s on s.account_id = a.id join periods p on p.subscription_id = s.id
    where a.pin between ${firstPin} and ${lastPin}`)
  await db.run(sql`
    insert into invoice_lines (invoice_id, position, kind, label, quantity, unit_price_cents, amount_cents)
    select i.id, l.position, 'item', l.label, 1, l.cents, l.cents
    from accounts a join invoices i on i.account_id = a.id,
      (values (0, 'Triple line dialer', 13900), (1, 'Agent access', 1000)) l (position, label, cents)
    where a.pin between ${firstPin} and ${lastPin}`)
}

function pinOf(n: number): string {
  return String(100_000 + n)
}
