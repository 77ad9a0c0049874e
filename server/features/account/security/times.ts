import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

export type AccountTimes = { timeZone: string; billingTimeZone: string | null }

export function findTimes(db: Db, accountId: number): Promise<AccountTimes> {
  return db.one<AccountTimes>(sql`
    select a.time_zone as "timeZone",
      (select s.time_zone from subscriptions s where s.account_id = a.id and s.ended_at is null) as "billingTimeZone"
    from accounts a where a.id = ${accountId}`)
}

/** The subscription keeps the time zone in which it was bought, so that moving never brings a charge forward. */
export async function setTimeZone(tx: Db, accountId: number, timeZone: string): Promise<void> {
  await tx.run(sql`update accounts set time_zone = ${timeZone} where id = ${accountId}`)
}
