import type { PriceList } from '#contract/catalogue/plan.ts'
import { pricesAt } from '#server/billing/prices.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** When the lists take effect that do not apply yet. */
export function listComing(db: Db, now: Date): Promise<{ validFrom: Date }[]> {
  return db.many<{ validFrom: Date }>(
    sql`select valid_from as "validFrom" from price_lists where valid_from > ${now} order by valid_from`,
  )
}

/** Each coming list as it will apply. */
export async function readComing(db: Db, now: Date): Promise<{ validFrom: Date; prices: PriceList }[]> {
  const coming: { validFrom: Date; prices: PriceList }[] = []
  for (const { validFrom } of await listComing(db, now))
    coming.push({ validFrom, prices: await pricesAt(db, validFrom) })
  return coming
}
