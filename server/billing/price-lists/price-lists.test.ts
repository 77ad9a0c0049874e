import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PriceList } from '#contract/catalogue/plan.ts'
import { signUpContext } from '#contract/features/sign-up/calls.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY, later } from '#server/ports/clock.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { send } from '#server/test-kit/send.ts'
import { readComing, removePrices, setPrices } from '../prices.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())
beforeEach(async () => {
  harness.clock.set('2026-11-15T15:00:00Z')
  await harness.db.run(sql`delete from price_lists where valid_from > ${harness.clock.now()}`)
})

const actor = 'operator:tests'
const reason = 'Board of November'
const set = (changes: Partial<PriceList>, from: Date) =>
  setPrices(harness.db, { changes, from, actor, reason }, harness.clock.now())
const remove = (from: Date) => removePrices(harness.db, { from, actor, reason }, harness.clock.now())
const lastAction = async () =>
  (
    await harness.db.one<{ action: string }>(sql`
    select action from audit where actor = ${actor} order by id desc limit 1`)
  ).action

test('a price list applies as a whole from its day on, never in the past', async () => {
  const priceOf = async () =>
    ((await send(harness, signUpContext, {})).body.prices as Record<string, number>).SINGLE_LINE_POWER_DIALER
  const day = later(harness.clock.now(), 10 * DAY)
  await set({ SINGLE_LINE_POWER_DIALER: 9550, FSBO_ONE_MONTH_PRICE: 3_000 }, day)
  expect(await lastAction()).toBe('prices-set')
  expect(await priceOf()).toBe(89)
  expect(await readComing(harness.db, harness.clock.now())).toMatchObject([
    {
      validFrom: day,
      prices: {
        SINGLE_LINE_POWER_DIALER: 9550,
        FSBO_ONE_MONTH_PRICE: 3_000,
        TRIPLE_LINE_POWER_DIALER: 13_900,
      },
    },
  ])
  harness.clock.advance(11 * DAY)
  expect(await priceOf()).toBe(95.5)
  await set({ SINGLE_LINE_POWER_DIALER: 8_900 }, harness.clock.now())
  expect(await priceOf()).toBe(89)
  expect(await set({ SINGLE_LINE_POWER_DIALER: 9_500 }, new Date('2020-01-01'))).toMatchObject({
    errors: expect.stringContaining('is in the past'),
  })
})

test('a future price list can be removed; one that applies, or applied, cannot', async () => {
  const day = later(harness.clock.now(), 20 * DAY)
  await set({ SINGLE_LINE_POWER_DIALER: 9_500 }, day)
  expect(await remove(new Date('2027-05-01'))).toBe(false)
  expect(await remove(day)).toBe(true)
  expect(await lastAction()).toBe('prices-removed')
  expect(await readComing(harness.db, harness.clock.now())).toEqual([])

  await set({ SINGLE_LINE_POWER_DIALER: 9_500 }, day)
  harness.clock.set(day.toISOString())
  expect(await remove(day)).toBe(false)
})
