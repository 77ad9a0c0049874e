import { expect, vi } from 'vitest'
import { openPeriod } from '#server/billing/renewals/open-period.ts'
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
): Promise<Result> {
  const opened = Promise.withResolvers<void>()
  const waits = Promise.withResolvers<void>()
  const opening = harness.db.transaction(async (tx) => {
    await openPeriod(tx, { ...harness, now: harness.clock.now() }, subscriptionId)
    opened.resolve()
    await waits.promise
  })
  await opened.promise
  const done = act()
  await vi.waitFor(async () => expect(await isSomeoneWaiting(harness)).toBe(true)).finally(waits.resolve)
  await opening
  return done
}

/**
 * Whether another transaction waits for a locked row or, on the embedded database, for its only connection.
 */
async function isSomeoneWaiting({ db }: Harness): Promise<boolean> {
  if (db.kind === 'embedded') return db.pool.waitingCount > 0
  return (await db.maybe(sql`select 1 from pg_locks where not granted`)) !== undefined
}
