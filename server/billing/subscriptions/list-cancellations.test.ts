import { afterAll, beforeAll, expect, test } from 'vitest'
import { cancel, undoCancel } from '#contract/features/cancel.ts'
import { sql } from '#server/platform/db/sql.ts'
import { MINUTE } from '#server/ports/clock.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { subscribe } from '#server/test-kit/subscriptions.ts'
import { cancellationsOf, listCancellations } from './list-cancellations.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness({ now: '2026-11-15T15:00:00Z' })
})
afterAll(() => harness.close())

test('lists cancellation reasons, newest first, including those that were undone', async () => {
  const { db, clock } = harness
  const [left, stayed] = [await subscribe(harness), await subscribe(harness)]
  const details = '=cmd|"/c calc", and I am\nmoving'
  await (await openBrowser(harness, left.email)).call(cancel, { reason: 'It costs too much', details })
  clock.advance(MINUTE)
  const browser = await openBrowser(harness, stayed.email)
  await browser.call(cancel, { reason: 'I do not use it enough', details: '' })
  await browser.call(undoCancel)

  expect(await listCancellations(db, { limit: 10 })).toMatchObject([
    { pin: stayed.pin, reason: 'I do not use it enough', state: 'taken back' },
    { pin: left.pin, reason: `It costs too much: ${details}`, state: 'runs to its last day' },
  ])
  expect(await cancellationsOf(db, left.accountId)).toMatchObject([
    { reason: expect.stringContaining('It costs too much'), lastDay: '2026-12-14' },
  ])
  expect(await cancellationsOf(db, stayed.accountId)).toMatchObject([{ state: 'taken back' }])
  expect(await listCancellations(db, { since: new Date('2026-11-17'), limit: 10 })).toEqual([])
})

test('of many cancellations the newest are listed, and older ones up to a given moment', async () => {
  const { db, clock } = harness
  const { subscriptionId } = await subscribe(harness)
  await db.run(sql`
    insert into undone_cancellations (reference, subscription_id, requested_at, cancel_on, undone_at)
    select 'undone-' || n, ${subscriptionId}::bigint, '2026-10-15T15:00:00Z'::timestamptz - n * interval '1 minute',
      '2026-12-15', ${clock.now()}
    from generate_series(0, 19) n`)
  const until = new Date('2026-10-15T15:00:00Z')
  const newest = await listCancellations(db, { until, limit: 15 })
  expect(newest).toHaveLength(15)
  expect(newest.at(-1)?.reference).toBe('undone-14')
  const older = await listCancellations(db, { until: newest.at(-1)?.requestedAt, limit: 15 })
  expect(older.map(({ reference }) => reference)).toEqual([14, 15, 16, 17, 18, 19].map((n) => `undone-${n}`))
})
