import { type Day, daysBetween } from './billing-dates.ts'
import type { Cents } from './money.ts'
import {
  type ItemKey,
  itemKeys,
  items,
  type PlanLine,
  type PriceList,
  type Quantities,
  totalOf,
} from './plan.ts'

export type PlanItem = { key: ItemKey; quantity: number; unitPrice: Cents }
/** What is added in mid-month, for the days that are left of it. */
export type PartMonthLine = { key: ItemKey; label: string; added: number; unitPrice: Cents; cents: Cents }

export type ChangePreview = {
  /** Days that are left, today included, of all days of the month. */
  daysLeft: number
  daysOfMonth: number
  nowLines: PartMonthLine[]
  nowCents: Cents
  /** What the plan holds from now on: more is there at once. */
  itemsNow: PlanItem[]
  /** What it holds from the next month on: less only then. */
  itemsNext: PlanItem[]
  nextLines: PlanLine[]
  nextCents: Cents
  hasMore: boolean
  hasLess: boolean
}

/**
 * More is there at once and charged per remaining day, in whole cents, half up; less takes effect with the next month.
 * A line that grows takes the price list of today, all others keep the price at which they were bought.
 */
export function previewChange(change: {
  held: readonly PlanItem[]
  wanted: Quantities
  prices: PriceList
  month: { from: Day; to: Day }
  today: Day
}): ChangePreview {
  const { held, wanted, prices, month, today } = change
  const daysOfMonth = daysBetween(month.from, month.to)
  const daysLeft = Math.min(daysOfMonth, Math.max(1, daysBetween(today, month.to)))
  const quantityOf = (key: ItemKey) => held.find((item) => item.key === key)?.quantity ?? 0
  const priceOf = (key: ItemKey) =>
    wanted[key] > quantityOf(key)
      ? prices[items[key].priceKey]
      : (held.find((item) => item.key === key)?.unitPrice ?? prices[items[key].priceKey])
  const listed = (quantity: (key: ItemKey) => number): PlanItem[] =>
    itemKeys
      .map((key) => ({ key, quantity: quantity(key), unitPrice: priceOf(key) }))
      .filter((item) => item.quantity > 0)
  const nowLines = itemKeys.flatMap((key): PartMonthLine[] => {
    const added = wanted[key] - quantityOf(key)
    if (added <= 0) return []
    const unitPrice = priceOf(key)
    return [
      {
        key,
        label: items[key].label,
        added,
        unitPrice,
        cents: partOf(added * unitPrice, daysLeft, daysOfMonth),
      },
    ]
  })
  const itemsNext = listed((key) => wanted[key])
  const nextLines = linesOfItems(itemsNext)
  return {
    daysLeft,
    daysOfMonth,
    nowLines,
    nowCents: nowLines.reduce((sum, line) => sum + line.cents, 0),
    itemsNow: listed((key) => Math.max(wanted[key], quantityOf(key))),
    itemsNext,
    nextLines,
    nextCents: totalOf(nextLines),
    hasMore: nowLines.length > 0,
    hasLess: held.some(({ key, quantity }) => wanted[key] < quantity),
  }
}

export function linesOfItems(bought: readonly PlanItem[]): PlanLine[] {
  return bought.map(({ key, quantity, unitPrice }) => ({
    key,
    label: items[key].label,
    quantity,
    unitPrice,
    amount: quantity * unitPrice,
  }))
}

/** Whole cents, half up, without a fraction in between. */
function partOf(cents: Cents, days: number, ofDays: number): Cents {
  return Math.floor((2 * cents * days + ofDays) / (2 * ofDays))
}
