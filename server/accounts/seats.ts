import * as messages from '#contract/accounts/people-messages.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/**
 * The number of people an account may have: its agent access licenses, or the number from the next month on if
 * that is lower, planned or in an order that is being paid. At least one, for the owner.
 */
export async function seatsOf(db: Db, accountId: number): Promise<number> {
  const { seats } = await db.one<{ seats: number | null }>(sql`
    with newest as (select id from subscriptions where account_id = ${accountId} order by id desc limit 1)
    select least(
      (select i.quantity from subscription_items i where i.item = 'lead' and i.subscription_id = (select id from newest)),
      (select planned.quantity
       from subscription_changes c, jsonb_to_recordset(c.items) as planned(key text, quantity integer)
       where c.subscription_id = (select id from newest) and c.applied_at is null and c.withdrawn_at is null
         and planned.key = 'lead'),
      (select ordered.quantity
       from orders o, jsonb_to_recordset(o.change -> 'next' -> 'items') as ordered(key text, quantity integer)
       where o.account_id = ${accountId} and o.kind = 'plan-change' and o.state in ('intent', 'unknown')
         and ordered.key = 'lead')
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

/**
 * Why the plan may not have so few seats. Waits for a transaction that changes the account's people, and
 * makes it wait: nobody is invited until the transaction that reduces the seats has ended.
 */
export async function findSeatObstacle(
  tx: Db,
  accountId: number,
  seats: { now: number; wanted: number },
): Promise<string | undefined> {
  if (seats.wanted >= seats.now) return undefined
  await lockPeople(tx, accountId)
  const people = await seatsTaken(tx, accountId)
  return seats.wanted < people ? messages.morePeopleThanSeats(people) : undefined
}

/**
 * Serializes changes to an account's people, so that two at once cannot both take the last seat. Rows that
 * reference the account do not wait for it, so two transactions that have written some cannot deadlock.
 */
export async function lockPeople(tx: Db, accountId: number): Promise<void> {
  await tx.one(sql`select id from accounts where id = ${accountId} for no key update`)
}

/** Removes a person from the account, or withdraws an invitation. */
export async function markRemoved(tx: Db, agentId: number, now: Date): Promise<void> {
  await tx.run(sql`update agents set removed_at = ${now} where id = ${agentId}`)
  await tx.run(sql`delete from dialer_assignments where agent_id = ${agentId}`)
  // Partner connections act in this person's name, so they are revoked together with the access.
  await tx.run(sql`update grants set revoked_at = ${now} where agent_id = ${agentId} and revoked_at is null`)
}
