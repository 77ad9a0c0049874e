import type { BankTold } from '#contract/billing/values.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY, later } from '#server/ports/clock.ts'

const NEWS_FOR_DAYS = 30

/** What the bank said lately about the card on file. That its account is closed stays true until there is another one. */
export async function bankToldOf(db: Db, accountId: number, now: Date): Promise<BankTold | null> {
  const card = await db.maybe<{ told: BankTold }>(sql`
    select bank_told as told from cards
    where account_id = ${accountId} and replaced_at is null and not is_backup
      and case when bank_told = 'closed' then refused_because = 'closed'
        else bank_told_at > ${later(now, -NEWS_FOR_DAYS * DAY)} end`)
  return card?.told ?? null
}
