import { defaultPrices } from '#contract/catalogue/default-prices.ts'
import type { PriceList } from '#contract/catalogue/plan.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/**
 * The current price list: the operator's newest one in effect, over the default prices of the specification.
 */
export async function pricesAt(db: Db, now: Date): Promise<PriceList> {
  const list = await db.maybe<{ prices: Partial<PriceList> }>(sql`
    select prices from price_lists where valid_from <= ${now} order by valid_from desc limit 1`)
  return { ...defaultPrices, ...list?.prices }
}
