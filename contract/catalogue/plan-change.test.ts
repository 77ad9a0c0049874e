import { expect, test } from 'vitest'
import { defaultPrices } from './default-prices.ts'
import type { PlanItem } from './items.ts'
import { emptyPlan } from './plan.ts'
import { previewChange, pricedDays } from './plan-change.ts'

const month = { from: '2026-11-15', to: '2026-12-15' }
const current = [
  { key: 'triple', quantity: 2, unitPrice: 13_900 },
  { key: 'lead', quantity: 2, unitPrice: 1_000 },
] as const
const preview = (changes: object, today = '2026-11-25', prices = defaultPrices) =>
  previewChange({ current, wanted: { ...emptyPlan(), triple: 2, lead: 2, ...changes }, prices, month, today })

test('additions take effect at once and are charged for the remaining days, including today', () => {
  const change = preview({ 'skip-tracer': 1, triple: 3 })
  expect([change.daysLeft, change.daysOfMonth]).toEqual([20, 30])
  expect(change.nowLines.map(({ label, count, cents }) => [label, count, cents])).toEqual([
    ['Triple line dialer', 1, 9_267],
    ['Skip tracer', 1, 3_267],
  ])
  expect(change.nowCents).toBe(12_534)
  expect(change.nextCents).toBe(3 * 13_900 + 2_000 + 4_900)
  expect([change.hasMore, change.hasLess]).toEqual([true, false])
})

test('amounts round to whole cents, half a cent up', () => {
  // 49.00 for one day of 30 is 1.6333…; 0.15 for one day of 30 is half a cent.
  expect(preview({ fsbo: 1 }, '2026-11-30').nowCents).toBe(1_250)
  expect(preview({ 'skip-tracer': 1 }, '2026-12-14').nowCents).toBe(163)
  const prices = { ...defaultPrices, FSBO_ONE_MONTH_PRICE: 15 }
  expect(preview({ fsbo: 1 }, '2026-12-14', prices).nowCents).toBe(1)
  expect(preview({ fsbo: 1 }, '2026-11-15').nowCents).toBe(2_500)
})

test('reductions take effect next month and can be combined with additions', () => {
  const change = preview({ triple: 1, fsbo: 1 })
  expect(change.nowLines.map(({ key }) => key)).toEqual(['fsbo'])
  expect(change.itemsNow.map(({ key, quantity }) => [key, quantity])).toEqual([
    ['triple', 2],
    ['lead', 2],
    ['fsbo', 1],
  ])
  expect(change.itemsNext.map(({ key, quantity }) => [key, quantity])).toEqual([
    ['triple', 1],
    ['lead', 2],
    ['fsbo', 1],
  ])
  expect(change.hasLess).toBe(true)
})

test("a line that grows gets today's prices; the others keep theirs", () => {
  const prices = { ...defaultPrices, TRIPLE_LINE_POWER_DIALER: 14_900, HOSTED_LEAD_MANAGEMENT: 2_000 }
  expect(preview({ triple: 3 }, '2026-11-25', prices).nextCents).toBe(3 * 14_900 + 2 * 1_000)
  expect(preview({ triple: 1 }, '2026-11-25', prices).nextCents).toBe(13_900 + 2 * 1_000)
})

test('growing a line under a new price list shows how existing units are repriced', () => {
  const prices = { ...defaultPrices, TRIPLE_LINE_POWER_DIALER: 14_900, HOSTED_LEAD_MANAGEMENT: 2_000 }
  expect(preview({ triple: 3 }, '2026-11-25', prices).repriced).toEqual([
    { key: 'triple', label: 'Triple line dialer', count: 2, from: 13_900, to: 14_900 },
  ])
  expect(preview({ triple: 1 }, '2026-11-25', prices).repriced).toEqual([])
  expect(preview({ triple: 3 }).repriced).toEqual([])
})

test('free items stay free when paid ones are added and removed', () => {
  const given = [{ key: 'triple', quantity: 1, unitPrice: 0, given: 1 }] as const
  const change = (quantity: number, had: readonly PlanItem[] = given) =>
    previewChange({
      current: had,
      wanted: { ...emptyPlan(), triple: quantity },
      prices: defaultPrices,
      month,
      today: month.from,
    })
  const more = change(2)
  expect([more.nowCents, more.nextCents, more.repriced]).toEqual([13_900, 13_900, []])
  expect(more.itemsNow).toEqual([{ key: 'triple', quantity: 2, unitPrice: 13_900, given: 1 }])
  const back = change(1, more.itemsNow)
  expect([back.nextCents, back.itemsNext[0]?.given]).toEqual([0, 1])
})

test('in an extended month a day costs the usual price, and the remaining days at most a month', () => {
  const extended = { from: '2026-11-15', to: '2027-01-14' }
  const one = (today: string) =>
    previewChange({
      current,
      wanted: { ...emptyPlan(), triple: 3, lead: 2 },
      prices: defaultPrices,
      month: extended,
      today,
    })
  for (const [today, days, cents] of [
    ['2026-11-15', 30, 13_900],
    ['2026-12-15', 30, 13_900],
    ['2026-12-30', 15, 6_950],
    ['2027-01-13', 1, 463],
  ] as const) {
    const { daysLeft, daysOfMonth, nowCents } = one(today)
    expect([daysLeft, daysOfMonth, nowCents]).toEqual([days, 30, cents])
  }
})

test('an exchange in an extended month credits free days like paid ones, up to one month', () => {
  const exchange = (today: string) =>
    previewChange({
      current: [{ key: 'single', quantity: 1, unitPrice: 8_900 }],
      wanted: { ...emptyPlan(), triple: 1 },
      prices: defaultPrices,
      month: { from: '2026-11-15', to: '2027-01-14' },
      today,
    })
  expect(exchange('2026-11-20').creditLines[0]?.cents).toBe(8_900)
  expect(exchange('2026-12-30').creditLines[0]?.cents).toBe(4_450)
  expect(exchange('2026-12-30').nowCents).toBe(2_500)
})

test('a monthly price is prorated by the days of its month, even where months end on different days', () => {
  const days = [
    ['2027-01-31', '2027-02-28', 28],
    ['2027-02-28', '2027-03-31', 31],
    ['2027-02-28', '2027-03-28', 28],
    ['2027-01-30', '2027-02-28', 29],
    ['2028-02-28', '2028-03-28', 29],
    ['2027-04-30', '2027-05-31', 31],
    ['2027-01-31', '2027-03-10', 28],
    ['2027-12-31', '2028-02-10', 31],
  ] as const
  for (const [from, to, count] of days) expect([from, to, pricedDays(from, to)]).toEqual([from, to, count])
})
