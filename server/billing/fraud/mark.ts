import type { Status } from '#contract/accounts/statuses.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** What the account was when it was marked. */
export type Marked = { before: Status; subscriptionId: number | null }

/** What the account was when a dispute closed it, if a dispute set the mark. */
export function markOfDispute(tx: Db, accountId: number): Promise<Marked | undefined> {
  return tx.maybe<Marked>(sql`
    select d.former_status as before, d.former_subscription_id as "subscriptionId"
    from accounts a join disputes d on d.id = a.fraud_dispute_id
    where a.id = ${accountId} and a.fraud_marked_at is not null for update of a`)
}

/** The same, if an operator set it. */
export function lastMark(tx: Db, accountId: number): Promise<Marked | undefined> {
  return tx.maybe<Marked>(sql`
    select details->>'before' as before, (details->>'subscriptionId')::bigint as "subscriptionId" from audit
    where account_id = ${accountId} and action = 'fraud-marked' order by id desc limit 1`)
}
