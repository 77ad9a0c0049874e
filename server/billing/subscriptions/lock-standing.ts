import type { Status } from '#contract/accounts/statuses.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

export type Standing = { status: Status; isFraud: boolean }

/**
 * What an account is, held until the transaction ends. Its running subscription is locked first, as by charges and
 * disputes, so that neither comes in between.
 */
export async function lockStanding(tx: Db, accountId: number): Promise<Standing> {
  await tx.run(
    sql`select 1 from subscriptions where account_id = ${accountId} and ended_at is null for update`,
  )
  return tx.one<Standing>(sql`
    select status, fraud_marked_at is not null as "isFraud" from accounts where id = ${accountId} for update`)
}
