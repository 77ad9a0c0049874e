import type { PriceList } from '#contract/catalogue/plan.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** Removes a list that is not in effect yet. Later ones are not changed. False if there is none. */
export function removePrices(
  db: Database,
  { from, actor, reason }: { from: Date; actor: string; reason: string },
  now: Date,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const found = await tx.maybe<{ prices: PriceList }>(sql`
      delete from price_lists where valid_from = ${from} and valid_from > ${now} returning prices`)
    if (!found) return false
    const details = { from: from.toISOString(), prices: found.prices, reason }
    await recordAudit(tx, { actor, action: 'prices-removed', details }, now)
    return true
  })
}
