import { givenOf, linesOfItems, type PlanItem } from '#contract/catalogue/items.ts'
import { totalOf } from '#contract/catalogue/plan.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/**
 * An account with only free items is a free agent. Once it pays for something it becomes active, and its free
 * items stay free. Other statuses (past due, being provisioned) do not change.
 */
export async function followPrice(
  tx: Db,
  accountId: number,
  items: readonly PlanItem[],
  now: Date,
): Promise<void> {
  const costs = totalOf(linesOfItems(items)) > 0
  if (!costs && !items.some((item) => givenOf(item) > 0)) return
  const [from, to] = costs ? ['free agent', 'active'] : ['active', 'free agent']
  await tx.run(
    sql`update accounts set status = ${to}, status_since = ${now} where id = ${accountId} and status = ${from}`,
  )
}
