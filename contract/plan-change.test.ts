import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultPrices, emptyPlan, itemKeys, linesOf } from './plan.ts'
import { linesOfItems, previewChange } from './plan-change.ts'

const month = { from: '2026-11-15', to: '2026-12-15' }
const held = [
  { key: 'triple', quantity: 2, unitPrice: 13_900 },
  { key: 'lead', quantity: 2, unitPrice: 1_000 },
] as const
const preview = (changes: object, today = '2026-11-25', prices = defaultPrices) =>
  previewChange({ held, wanted: { ...emptyPlan(), triple: 2, lead: 2, ...changes }, prices, month, today })

test('more is there at once and charged for the days that are left, today included', () => {
  const change = preview({ 'skip-tracer': 1, triple: 3 })
  expect([change.daysLeft, change.daysOfMonth]).toEqual([20, 30])
  expect(change.nowLines.map(({ label, added, cents }) => [label, added, cents])).toEqual([
    ['Triple line dialer', 1, 9_267],
    ['Skip tracer', 1, 3_267],
  ])
  expect(change.nowCents).toBe(12_534)
  expect(change.nextCents).toBe(3 * 13_900 + 2_000 + 4_900)
  expect([change.hasMore, change.hasLess]).toEqual([true, false])
})

test('cents are whole, and half a cent goes up', () => {
  // 49.00 for one of 30 days is 1.6333…, 0.15 for one of 30 days is half a cent.
  expect(preview({ fsbo: 1 }, '2026-11-30').nowCents).toBe(1_250)
  expect(preview({ 'skip-tracer': 1 }, '2026-12-14').nowCents).toBe(163)
  const prices = { ...defaultPrices, FSBO_ONE_MONTH_PRICE: 15 }
  expect(preview({ fsbo: 1 }, '2026-12-14', prices).nowCents).toBe(1)
  expect(preview({ fsbo: 1 }, '2026-11-15').nowCents).toBe(2_500)
})

test('less takes effect with the next month, and more and less can go together', () => {
  const change = preview({ triple: 1, single: 1 })
  expect(change.nowLines.map(({ key }) => key)).toEqual(['single'])
  expect(change.itemsNow.map(({ key, quantity }) => [key, quantity])).toEqual([
    ['single', 1],
    ['triple', 2],
    ['lead', 2],
  ])
  expect(change.itemsNext.map(({ key, quantity }) => [key, quantity])).toEqual([
    ['single', 1],
    ['triple', 1],
    ['lead', 2],
  ])
  expect(change.hasLess).toBe(true)
})

test('a line that grows takes the price list of today, the others keep theirs', () => {
  const prices = { ...defaultPrices, TRIPLE_LINE_POWER_DIALER: 14_900, HOSTED_LEAD_MANAGEMENT: 2_000 }
  expect(preview({ triple: 3 }, '2026-11-25', prices).nextCents).toBe(3 * 14_900 + 2 * 1_000)
  expect(preview({ triple: 1 }, '2026-11-25', prices).nextCents).toBe(13_900 + 2 * 1_000)
})

test('whatever is wanted: never charged more now than a full month of what was added, never a fraction of a cent', () => {
  const quantity = fc.integer({ min: 0, max: 20 })
  const plan = fc.record(Object.fromEntries(itemKeys.map((key) => [key, quantity]))) as fc.Arbitrary<
    ReturnType<typeof emptyPlan>
  >
  fc.assert(
    fc.property(plan, plan, fc.integer({ min: 0, max: 29 }), (before, wanted, day) => {
      const today = new Date(Date.UTC(2026, 10, 15 + day)).toISOString().slice(0, 10)
      const bought = linesOf(before, defaultPrices)
      const change = previewChange({ held: bought, wanted, prices: defaultPrices, month, today })
      expect(Number.isInteger(change.nowCents)).toBe(true)
      const full = change.nowLines.reduce((sum, line) => sum + line.added * line.unitPrice, 0)
      expect(change.nowCents).toBeLessThanOrEqual(full)
      expect(change.nowCents === 0).toBe(!change.hasMore)
      const total = (lines: { amount: number }[]) => lines.reduce((sum, line) => sum + line.amount, 0)
      expect(total(linesOfItems(change.itemsNow))).toBe(total(bought) + full)
    }),
  )
})
