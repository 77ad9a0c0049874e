import fc from 'fast-check'
import { expect, test } from 'vitest'
import { daysBetween } from '#contract/calendar/billing-dates.ts'
import { defaultPrices } from './default-prices.ts'
import type { PlanItem } from './items.ts'
import { emptyPlan, itemKeys, items, linesOf, type Quantities } from './plan.ts'
import { previewChange } from './plan-change.ts'

const month = { from: '2026-11-15', to: '2026-12-15' }
const DAYS = daysBetween(month.from, month.to)
const dayOf = (day: number) => new Date(Date.UTC(2026, 10, 15 + day)).toISOString().slice(0, 10)
const plan = (quantities: Partial<Quantities>) => linesOf({ ...emptyPlan(), ...quantities }, defaultPrices)
const change = (
  from: Partial<Quantities>,
  to: Partial<Quantities>,
  more: { isFree?: boolean; day?: number } = {},
) =>
  previewChange({
    current: plan(from),
    wanted: { ...emptyPlan(), lead: 1, ...to },
    prices: defaultPrices,
    month: { ...month, isFree: more.isFree ?? false },
    today: dayOf(more.day ?? 10),
  })
const countsOf = (bought: readonly PlanItem[]) =>
  Object.fromEntries(bought.map(({ key, quantity }) => [key, quantity]))

test('single to triple: the single line is credited by the day and ends today', () => {
  const up = change({ single: 1 }, { triple: 1 })
  expect(up.nowLines.map(({ label, cents }) => [label, cents])).toEqual([['Triple line dialer', 9_267]])
  expect(up.creditLines.map(({ label, cents }) => [label, cents])).toEqual([['Single line dialer', 5_933]])
  expect(up.nowCents).toBe(3_334)
  expect(countsOf(up.itemsNow)).toEqual({ triple: 1, lead: 1 })
  expect([up.hasMore, up.hasLess]).toEqual([true, false])
})

test('triple to single: nothing to pay now, and the triple line runs until the month ends', () => {
  const down = change({ triple: 1 }, { single: 1 })
  expect([down.nowCents, down.nowLines, down.creditLines]).toEqual([0, [], []])
  expect(countsOf(down.itemsNow)).toEqual({ triple: 1, lead: 1 })
  expect(countsOf(down.itemsNext)).toEqual({ single: 1, lead: 1 })
  expect([down.hasMore, down.hasLess, down.nextCents]).toEqual([false, true, 9_900])
})

test('exchanges dialers one for one; unmatched ones are added, or end with the month', () => {
  const fewer = change({ single: 3 }, { triple: 1 })
  expect(countsOf(fewer.itemsNow)).toEqual({ single: 2, triple: 1, lead: 1 })
  expect([fewer.creditLines[0]?.count, fewer.hasLess]).toEqual([1, true])
  const more = change({ single: 1 }, { triple: 3 })
  expect([more.nowLines[0]?.count, more.creditLines[0]?.count, more.hasLess]).toEqual([3, 1, false])
  const mixed = change({ triple: 2 }, { triple: 1, single: 2 })
  expect(mixed.nowLines.map(({ key, count }) => [key, count])).toEqual([['single', 1]])
  expect(countsOf(mixed.itemsNow)).toEqual({ single: 1, triple: 2, lead: 1 })
})

test('only dialers are exchanged: other items are paid in full and end with the month', () => {
  const other = change({ 'skip-tracer': 1, single: 1 }, { fsbo: 1, single: 1 })
  expect([other.creditLines, other.nowCents]).toEqual([[], 1_667])
  expect(countsOf(other.itemsNow)).toEqual({ single: 1, lead: 1, fsbo: 1, 'skip-tracer': 1 })
})

test('unpaid items earn no credit: free months and given dialers', () => {
  expect(change({ single: 1 }, { triple: 1 }, { isFree: true })).toMatchObject({
    creditLines: [],
    nowCents: 9_267,
  })
  const given = previewChange({
    current: [{ key: 'single', quantity: 1, unitPrice: 0, given: 1 }],
    wanted: { ...emptyPlan(), triple: 1 },
    prices: defaultPrices,
    month,
    today: dayOf(10),
  })
  expect([given.creditLines, given.nowCents]).toEqual([[], 9_267])
})

test('after a partial refund, an exchange credits only what is left of the price', () => {
  const exchange = (cents: number) =>
    previewChange({
      current: plan({ single: 1 }),
      wanted: { ...emptyPlan(), lead: 1, triple: 1 },
      prices: defaultPrices,
      month: { ...month, creditPrices: { single: cents } },
      today: dayOf(10),
    })
  const part = exchange(3_900)
  expect(part.creditLines).toMatchObject([{ unitPrice: 3_900, cents: 2_600 }])
  expect([part.nowCents, countsOf(part.itemsNow)]).toEqual([6_667, { triple: 1, lead: 1 }])
  const nothing = exchange(0)
  expect([nothing.creditLines, nothing.nowCents]).toEqual([[], 9_267])
  expect(countsOf(nothing.itemsNow)).toEqual({ single: 1, triple: 1, lead: 1 })
})

const quantity = fc.integer({ min: 0, max: 20 })
const anyPlan = fc.record(
  Object.fromEntries(itemKeys.map((key) => [key, quantity])),
) as fc.Arbitrary<Quantities>
const anyDay = fc.integer({ min: 0, max: DAYS - 1 })

test('any exchange costs whole cents, never below zero, never more than without the exchange', () => {
  fc.assert(
    fc.property(anyPlan, anyPlan, anyDay, (before, wanted, day) => {
      const made = previewChange({
        current: plan(before),
        wanted,
        prices: defaultPrices,
        month,
        today: dayOf(day),
      })
      expect(Number.isInteger(made.nowCents) && made.nowCents >= 0).toBe(true)
      const alone = itemKeys.reduce((sum, key) => {
        const had = plan(before).find((line) => line.key === key)?.quantity ?? 0
        const price = defaultPrices[items[key].priceKey]
        return sum + Math.round((Math.max(0, wanted[key] - had) * price * (DAYS - day)) / DAYS)
      }, 0)
      expect(made.nowCents).toBeLessThanOrEqual(alone)
      expect(countsOf(made.itemsNext)).toEqual(
        Object.fromEntries(Object.entries(wanted).filter(([, n]) => n > 0)),
      )
      const dialers = ({ single = 0, triple = 0 }: Partial<Quantities>) => single + triple
      expect(dialers(countsOf(made.itemsNow))).toBeGreaterThanOrEqual(dialers(wanted))
    }),
  )
})

test('after any chain of changes, the payments equal the daily prices up to rounding', () => {
  const steps = fc.array(fc.record({ wanted: anyPlan, day: anyDay }), { maxLength: 12 })
  fc.assert(
    fc.property(anyPlan, steps, (first, chain) => {
      let bought: PlanItem[] = plan(first)
      const monthOf = (items: readonly PlanItem[]) =>
        items.reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0)
      let paid = monthOf(bought)
      let hadCents = 0
      let since = 0
      let rounded = 0
      let dearest = 0
      for (const { wanted, day } of [...chain].sort((one, other) => one.day - other.day)) {
        hadCents += (monthOf(bought) * (day - since)) / DAYS
        since = day
        const made = previewChange({
          current: bought,
          wanted,
          prices: defaultPrices,
          month,
          today: dayOf(day),
        })
        paid += made.nowCents
        rounded += made.nowLines.length + made.creditLines.length
        bought = made.itemsNow
        dearest = Math.max(dearest, (monthOf(bought) * (DAYS - day)) / DAYS)
      }
      hadCents += (monthOf(bought) * (DAYS - since)) / DAYS
      expect(Math.abs(paid - hadCents)).toBeLessThanOrEqual(rounded / 2 + 1e-6)
      expect(paid).toBeGreaterThanOrEqual(dearest - rounded / 2 - 1e-6)
    }),
  )
})
