import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** The time zone that people of the account see times in. */
export async function findTimeZone(db: Db, accountId: number): Promise<string> {
  const { timeZone } = await db.one<{ timeZone: string }>(
    sql`select time_zone as "timeZone" from accounts where id = ${accountId}`,
  )
  return timeZone
}
