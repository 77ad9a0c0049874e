// On PostgreSQL: two of its requests race.
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type PricesValues,
  priceListAt,
  removePrices,
  setPrices,
  writeSeen,
} from '#contract/desk/settings.ts'
import { pricesAt } from '#server/billing/prices.ts'
import { sql } from '#server/platform/db/sql.ts'
import { openDesk, type TestDesk, type TestOperator } from '#server/test-kit/desk.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'

let harness: Harness
let desk: TestDesk
beforeAll(async () => {
  harness = await openHarness()
  desk = await openDesk(harness)
})
afterAll(async () => {
  await desk.close()
  await harness.close()
})

const pricesOf = async (operator: TestOperator) =>
  (await operator.get('/desk/settings/')).values.prices as PricesValues
const seenAt = async (operator: TestOperator, moment: string) =>
  writeSeen(priceListAt(await pricesOf(operator), moment))

test('an admin schedules prices against the current list, and removes them', async () => {
  harness.clock.set('2026-11-16T12:00:00Z')
  const [admin, money] = [await desk.as('admin'), await desk.as('money')]
  const now = harness.clock.now().toISOString()
  const december = {
    from: '2026-12-01T05:00',
    single: '95.50',
    seen: await seenAt(admin, now),
    reason: 'Board of November',
  }
  expect((await money.send(setPrices, december)).status).toBe(403)
  expect((await admin.send(setPrices, december)).body).toMatchObject({
    data: {
      values: { coming: [{ from: '2026-12-01T05:00:00.000Z', prices: { single: 9550, triple: 13_900 } }] },
    },
  })
  const january = { ...december, from: '2027-01-01T00:00', single: '', triple: '150' }
  expect((await admin.send(setPrices, january)).status).toBe(409)
  const seen = await seenAt(admin, '2027-01-01T00:00:00.000Z')
  expect((await admin.send(setPrices, { ...january, seen })).status).toBe(200)
  expect(await pricesAt(harness.db, new Date('2027-01-02'))).toMatchObject({
    SINGLE_LINE_POWER_DIALER: 9550,
    TRIPLE_LINE_POWER_DIALER: 15_000,
  })
  const removed = { from: '2026-12-01T05:00:00.000Z', reason: 'Too early' }
  expect((await admin.send(removePrices, removed)).status).toBe(200)
  expect((await admin.send(removePrices, removed)).status).toBe(404)
  for (const from of [
    'x',
    '-005000-01-01T00:00:00.000Z',
    '0000-01-01T00:00:00.000Z',
    '2027-99-01T00:00:00.000Z',
  ])
    expect((await admin.send(removePrices, { from, reason: 'x' })).status).toBe(404)
  expect(await pricesOf(money)).toMatchObject({ coming: [{ from: '2027-01-01T00:00:00.000Z' }] })
})

test('a repeat after a lost answer is reported as done, and sets nothing twice', async () => {
  const admin = await desk.as('admin')
  const seen = await seenAt(admin, '2027-02-01T00:00:00.000Z')
  const request = { from: '2027-02-01T00:00', lead: '11', seen, reason: 'Board of November' }
  const answers = [await admin.send(setPrices, request), await admin.send(setPrices, request)]
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(answers[1]?.body).toEqual(answers[0]?.body)
  expect(
    await harness.db.one(sql`
      select count(*) from audit where action = 'prices-set' and details->>'from' = '2027-02-01T00:00:00.000Z'`),
  ).toEqual({ count: 1 })
  // The same price from another moment on is another list.
  expect((await admin.send(setPrices, { ...request, from: '2027-02-10T00:00' })).status).toBe(409)
})

test('of two concurrent admins, the second is refused with what changed', async () => {
  const [one, other] = [await desk.as('admin'), await desk.as('admin')]
  const from = '2027-03-01T00:00'
  const seen = await seenAt(one, '2027-03-01T00:00:00.000Z')
  const both = await Promise.all([
    one.send(setPrices, { from, single: '101', seen, reason: 'Board of November' }),
    other.send(setPrices, { from, single: '102', seen, reason: 'Board of November' }),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)?.body.errors).toMatch(
    /^The prices have changed since this page was shown. .+: \$\d+\.\d\d before, \$10[12]\.00 by then\. Nothing was changed\. Reload the page to see them\.$/,
  )
  expect((await one.send(setPrices, { from, single: '103', seen: 'x', reason: 'x' })).status).toBe(409)
})

test('prices need an amount, a change, and a time that is not past', async () => {
  const admin = await desk.as('admin')
  const now = harness.clock.now().toISOString()
  const seen = await seenAt(admin, now)
  const errorsOf = async (body: object) =>
    (await admin.send(setPrices, { seen, reason: 'x', ...body })).body.errors
  expect(await errorsOf({ single: '-5' })).toHaveProperty('single')
  expect(await errorsOf({ single: '10000.01' })).toHaveProperty('single')
  expect(await errorsOf({ single: '95,50' })).toHaveProperty('single')
  expect(await errorsOf({})).toBe('Enter at least one new price.')
  expect(await errorsOf({ single: '95', from: '2026-01-01T00:00' })).toHaveProperty('from')
})
