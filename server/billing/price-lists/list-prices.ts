import type { PriceList } from '#contract/catalogue/plan.ts'
import { pricesAt } from '#server/billing/prices.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** Each list that does not apply yet, as it will. */
export async function readComing(db: Db, now: Date): Promise<{ validFrom: Date; prices: PriceList }[]> {
  const coming: { validFrom: Date; prices: PriceList }[] = []
  const lists = await db.many<{ validFrom: Date }>(
    sql`select valid_from as "validFrom" from price_lists where valid_from > ${now} order by valid_from`,
  )
  for (const { validFrom } of lists) coming.push({ validFrom, prices: await pricesAt(db, validFrom) })
  return coming
}
