import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/**
 * The number of people an account may have: its agent access licenses, or the number planned for the next
 * month if that is lower. At least one, for the owner.
 */
export async function seatsOf(db: Db, accountId: number): Promise<number> {
  const { seats } = await db.one<{ seats: number | null }>(sql`
    with newest as (select id from subscriptions where account_id = ${accountId} order by id desc limit 1)
    select least(
      (select i.quantity from subscription_items i where i.item = 'lead' and i.subscription_id = (select id from newest)),
      (select planned.quantity
       from subscription_changes c, jsonb_to_recordset(c.items) as planned(key text, quantity integer)
       where c.subscription_id = (select id from newest) and c.applied_at is null and c.withdrawn_at is null
         and planned.key = 'lead')
    ) as seats`)
  return Math.max(1, seats ?? 1)
}

/** Open invitations count, so a seat is free for everyone who accepts one. */
export async function seatsTaken(db: Db, accountId: number): Promise<number> {
  const row = await db.one<{ taken: number }>(
    sql`select count(*) as taken from agents where account_id = ${accountId} and removed_at is null`,
  )
  return row.taken
}
