import { defaultPrices } from '#contract/catalogue/default-prices.ts'
import type { PriceList } from '#contract/catalogue/plan.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Database, Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'

/** The current price list: the operator's newest one in effect, over the default prices of the specification. */
export async function pricesAt(db: Db, now: Date): Promise<PriceList> {
  const list = await db.maybe<{ prices: Partial<PriceList> }>(sql`
    select prices from price_lists where valid_from <= ${now} order by valid_from desc limit 1`)
  return { ...defaultPrices, ...list?.prices }
}

type NewPrices = {
  changes: Partial<PriceList>
  from: Date
  actor: string
  reason: string
  /** The differences from the list that the operator saw. Undefined if none. */
  differsFrom?: (present: PriceList) => string | undefined
}

/**
 * Adds a list from a moment on: the one that would apply then, with these changes. Existing plans keep their
 * prices.
 */
export async function setPrices(
  db: Database,
  { changes, from, actor, reason, differsFrom }: NewPrices,
  now: Date,
): Promise<Refused | undefined> {
  if (from < now)
    return refuse('invalid-fields', {
      errors: `${from.toISOString()} is in the past, when people saw other prices. Enter a later time.`,
    })
  return db.transaction(async (tx) => {
    // Two lists at once: the second one builds on the first.
    await tx.run(sql`lock table price_lists in share row exclusive mode`)
    const present = await pricesAt(tx, from)
    const errors = differsFrom?.(present)
    const list = { ...present, ...changes }
    // A repeat after a lost answer: the request is already fulfilled.
    if (errors && isSameList(present, list) && (await isSetFrom(tx, from, now))) return undefined
    if (errors) return refuse('conflict', { errors })
    await tx.run(sql`
      insert into price_lists (valid_from, prices, created_at) values (${from}, ${JSON.stringify(list)}, ${now})
      on conflict (valid_from) do update set prices = excluded.prices, created_at = excluded.created_at`)
    const details = { from: from.toISOString(), changes, reason }
    await recordAudit(tx, { actor, action: 'prices-set', details }, now)
    return undefined
  })
}

/** Whether a list begins at this moment. One for immediate use began shortly before it is resent. */
async function isSetFrom(tx: Db, from: Date, now: Date): Promise<boolean> {
  if (from <= now) return true
  return (await tx.maybe(sql`select 1 from price_lists where valid_from = ${from}`)) !== undefined
}

function isSameList(one: PriceList, other: PriceList): boolean {
  return Object.entries(one).every(([key, cents]) => other[key as keyof PriceList] === cents)
}

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

/** Each future list, as it will apply. */
export async function readComing(db: Db, now: Date): Promise<{ validFrom: Date; prices: PriceList }[]> {
  const coming: { validFrom: Date; prices: PriceList }[] = []
  const lists = await db.many<{ validFrom: Date }>(
    sql`select valid_from as "validFrom" from price_lists where valid_from > ${now} order by valid_from`,
  )
  for (const { validFrom } of lists) coming.push({ validFrom, prices: await pricesAt(db, validFrom) })
  return coming
}
