import type { PriceList } from '#contract/catalogue/plan.ts'
import { pricesAt } from '#server/billing/prices.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Database, Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'

type NewPrices = {
  changes: Partial<PriceList>
  from: Date
  actor: string
  reason: string
  /** What differs from the list that the operator saw. Undefined: nothing. */
  differsFrom?: (present: PriceList) => string | undefined
}

/** Adds a list from a moment on: the one that would apply then, with these changes. Existing plans keep their prices. */
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
    // Two lists at once: the second one begins with what the first has set.
    await tx.run(sql`lock table price_lists in share row exclusive mode`)
    const present = await pricesAt(tx, from)
    const errors = differsFrom?.(present)
    const list = { ...present, ...changes }
    // A repeat after a lost answer: what is asked for is already so.
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

/** Whether a list begins at this moment. One that was to apply at once began a little before it is sent again. */
async function isSetFrom(tx: Db, from: Date, now: Date): Promise<boolean> {
  if (from <= now) return true
  return (await tx.maybe(sql`select 1 from price_lists where valid_from = ${from}`)) !== undefined
}

function isSameList(one: PriceList, other: PriceList): boolean {
  return Object.entries(one).every(([key, cents]) => other[key as keyof PriceList] === cents)
}
