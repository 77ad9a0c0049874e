import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { entryOf, type Found, idIn, type Part, type Row } from './entry.ts'

/** Accounts with seats that nobody has, as counted in the last complete round. */
export async function listSeats(db: Db, { after, atMost }: Part): Promise<Found[]> {
  const rows = await db.many<Row & { seats: number; unused: number }>(sql`
    select u.account_id as cursor, u.account_id as "accountId", a.pin, a.company, null::timestamptz as at, u.cents, u.seats,
      u.unused
    from unused_seats u join accounts a on a.id = u.account_id
    where u.round = (select seats_round from figure_state) and u.account_id > ${idIn(after)}
    order by u.account_id limit ${atMost}`)
  return rows.map((row) => entryOf(row, `${row.unused} of ${row.seats} seats`, { count: row.unused }))
}
