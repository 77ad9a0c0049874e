import { expect } from 'vitest'
import { openPeriod } from '#server/billing/renewals/periods.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Harness } from './harness.ts'

/**
 * Runs an action while the next month of a subscription is being opened: it must wait, and then see that
 * month.
 */
export async function whileMonthBegins<Result>(
  harness: Harness,
  subscriptionId: number,
  act: () => Promise<Result>,
  now = harness.clock.now(),
): Promise<Result> {
  const open = (tx: Db) => openPeriod(tx, { ...harness, now }, subscriptionId)
  return whileUnderWay(harness, open, act)
}

/** Runs an action during a transaction that it must wait for; then both end. */
export async function whileUnderWay<Result>(
  harness: Pick<Harness, 'db'>,
  work: (tx: Db) => Promise<unknown>,
  act: () => Promise<Result>,
  meanwhile: () => void = () => {},
): Promise<Result> {
  const worked = Promise.withResolvers<void>()
  const waits = Promise.withResolvers<void>()
  const working = harness.db.transaction(async (tx) => {
    await work(tx)
    worked.resolve()
    await waits.promise
  })
  await worked.promise
  const done = act()
  await expect
    .poll(() => isSomeoneWaiting(harness))
    .toBe(true)
    .then(meanwhile)
    .finally(waits.resolve)
  await working
  return done
}

/**
 * Whether another transaction waits for a locked row or, on the embedded database, for its only connection.
 * Other test files lock rows on the same server, in separate databases.
 */
async function isSomeoneWaiting({ db }: Pick<Harness, 'db'>): Promise<boolean> {
  if (db.kind === 'embedded') return db.pool.waitingCount > 0
  const waiting = await db.maybe(sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
  return waiting !== undefined
}
