import type { FactType } from '#contract/features/feed.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/**
 * Tells the provider's systems what is no entitlement, such as a refund, in the transaction that causes it. Changes of
 * entitlements need no call: the triggers `note_entitlements` write their events. An account that is not set up yet is not
 * known to the provider, so nothing is told of it.
 */
export async function noteFact(
  tx: Db,
  accountId: number,
  type: FactType,
  data: Record<string, string | number | null>,
  now: Date,
): Promise<void> {
  await tx.run(sql`
    insert into feed_facts (account_id, type, data, occurred_at)
    values (${accountId}, ${type}, ${JSON.stringify(data)}, ${now})`)
}
