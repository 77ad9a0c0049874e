import type { Db } from './db/database.ts'
import { sql } from './db/sql.ts'

/** How many people an account has room for: its agent access. Every account has room for its owner. */
export async function seatsOf(db: Db, accountId: number): Promise<number> {
  const row = await db.maybe<{ seats: number }>(sql`
    select quantity as seats from subscription_items
    where item = 'lead'
      and subscription_id = (select id from subscriptions where account_id = ${accountId} order by id desc limit 1)`)
  return Math.max(1, row?.seats ?? 1)
}

/** An invitation holds its seat: whoever takes it up finds room. */
export async function seatsTaken(db: Db, accountId: number): Promise<number> {
  const row = await db.one<{ taken: number }>(
    sql`select count(*) as taken from agents where account_id = ${accountId} and removed_at is null`,
  )
  return row.taken
}
