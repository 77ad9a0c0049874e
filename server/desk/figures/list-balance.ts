import type { ReportingMonth } from '#contract/calendar/reporting-months.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { entryOf, type Found, idIn, type Part, type Row } from './entry.ts'

/** What each account paid per month at a moment of a month: its last movement before. */
export async function listBalance(
  db: Db,
  month: ReportingMonth,
  until: Date,
  { after, atMost }: Part,
): Promise<Found[]> {
  const rows = await db.many<Row>(sql`
    select r.account_id as cursor, r.account_id as "accountId", a.pin, a.company, m.at, m.after_cents as cents
    from account_revenue r join accounts a on a.id = r.account_id
    cross join lateral (
      select m.at, m.after_cents from revenue_movements m
      where m.account_id = r.account_id and m.after_cents is not null and m.month <= ${month} and m.at < ${until}
      order by m.id desc limit 1
    ) m
    where r.account_id > ${idIn(after)} and m.after_cents > 0
    order by r.account_id limit ${atMost}`)
  return rows.map((row) => entryOf(row, ''))
}

/** What each account paid per month when a month began. */
export async function listOpening(db: Db, month: ReportingMonth, { after, atMost }: Part): Promise<Found[]> {
  const rows = await db.many<Row>(sql`
    select r.account_id as cursor, r.account_id as "accountId", a.pin, a.company, m.at, m.after_cents as cents
    from account_revenue r join accounts a on a.id = r.account_id
    cross join lateral (
      select m.at, m.after_cents from revenue_movements m
      where m.account_id = r.account_id and m.after_cents is not null and m.month < ${month}
      order by m.id desc limit 1
    ) m
    where r.account_id > ${idIn(after)} and m.after_cents > 0
    order by r.account_id limit ${atMost}`)
  return rows.map((row) => entryOf(row, ''))
}
