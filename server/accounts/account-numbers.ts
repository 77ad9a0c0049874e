import { randomInt } from 'node:crypto'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** From 000000 to 999999. Each row of account_numbers holds the 10,000 that share their first two digits. */
export const ACCOUNT_NUMBERS = 1_000_000
const ROWS = 100
const IN_A_ROW = 10_000

/**
 * Reserves a free number for an order, in the transaction that writes it. False if all numbers are taken. The
 * row stays locked until that transaction ends, so it must be short. The trigger release_account_number frees
 * the number if the order is closed without an account.
 */
export async function reserveAccountNumber(tx: Db, orderId: number): Promise<boolean> {
  if (await drawUnlocked(tx, orderId)) return true
  // Other orders have locked every row with a free number, or there is none. Waits for one of the rows and
  // locks it, so that one of its numbers can be drawn.
  const row = await tx.maybe(sql`
    select first_two from account_numbers where has_free order by first_two limit 1 for update`)
  return row ? drawUnlocked(tx, orderId) : false
}

/**
 * The cost does not depend on how many numbers are taken: starts at a random row and position and takes the
 * next free number. Rows locked by other orders are skipped.
 */
async function drawUnlocked(tx: Db, orderId: number): Promise<boolean> {
  const firstTwo = randomInt(ROWS)
  const lastFour = randomInt(IN_A_ROW)
  const reserved = await tx.run(sql`
    with onward as (
      select first_two, taken from account_numbers where has_free and first_two >= ${firstTwo}::smallint
      order by first_two limit 1 for update skip locked
    ), from_the_start as (
      select first_two, taken from account_numbers
      where has_free and first_two < ${firstTwo}::smallint and not exists (select from onward)
      order by first_two limit 1 for update skip locked
    ), unlocked as (
      select first_two, coalesce(taken, 0::bit(10000)) as taken
      from (table onward union all table from_the_start) found
    ), drawn as (
      select first_two,
        (${lastFour}::integer + position(B'0' in substring(taken || taken from ${lastFour}::integer + 1)) - 1) % 10000 as last_four
      from unlocked
    ), reserved as (
      update account_numbers n set taken = set_bit(coalesce(n.taken, 0::bit(10000)), drawn.last_four, 1)
      from drawn where n.first_two = drawn.first_two
      returning lpad((n.first_two * 10000 + drawn.last_four)::text, 6, '0') as number
    )
    update orders set reserved_account_number = reserved.number from reserved where orders.id = ${orderId}`)
  return reserved === 1
}

/** Reads a hundred rows, however many accounts there are. A reserved number is not free. */
export const freeAccountNumbers = sql`
  select sum(10000 - coalesce(bit_count(taken), 0))::bigint as value from account_numbers`

export async function countFreeAccountNumbers(db: Db): Promise<number> {
  return (await db.one<{ value: number }>(freeAccountNumbers)).value
}

/** The warning for the operator. Undefined while there are enough. */
export function warningOfFreeAccountNumbers(free: number): string | undefined {
  if (free === 0) return 'All account numbers are taken: sign-ups are refused, and nothing is charged.'
  if (free < ACCOUNT_NUMBERS / 100) return 'Less than 1 percent of the account numbers are left.'
  if (free < ACCOUNT_NUMBERS / 20) return 'Less than 5 percent of the account numbers are left.'
  return undefined
}
