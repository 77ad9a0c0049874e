import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** Uses up all account numbers except these. */
export async function leaveFree(db: Db, ...numbers: string[]): Promise<void> {
  await db.run(sql`update account_numbers set taken = ~0::bit(10000)`)
  for (const number of numbers) {
    await db.run(sql`
      update account_numbers set taken = set_bit(taken, right(${number}, 4)::integer, 0)
      where first_two = left(${number}, 2)::smallint`)
  }
}
