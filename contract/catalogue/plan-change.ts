import { type Day, daysAfter, daysBetween, monthsAfter } from '#contract/calendar/billing-dates.ts'
import { givenOf, linesOfItems, type PlanItem } from './items.ts'
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

/** A prorated charge or credit for the rest of the month. */
export type PartMonthLine = { key: ItemKey; label: string; count: number; unitPrice: Cents; cents: Cents }
/** Existing units whose price changes because their line grows under a new price list. */
export type RepricedLine = { key: ItemKey; label: string; count: number; from: Cents; to: Cents }

export type ChangePreview = {
  /** Days left in the month, including today. In an extended month, at most the days of a normal one. */
  daysLeft: number
  /** Days that the month's price covers. */
  daysOfMonth: number
  nowLines: PartMonthLine[]
  /** Credits for what ends today. */
  creditLines: PartMonthLine[]
  nowCents: Cents
  repriced: RepricedLine[]
  /** The plan from now on. Additions take effect at once. */
  itemsNow: PlanItem[]
  /** The plan from next month on. Reductions take effect then. */
  itemsNext: PlanItem[]
  nextLines: PlanLine[]
  nextCents: Cents
  hasMore: boolean
  /** Next month's plan differs from the rest of this month's. */
  hasLess: boolean
}

export type PlanMonth = {
  from: Day
  to: Day
  /** Nothing was paid for this month, so there is nothing to credit. */
  isFree?: boolean
  /**
   * The monthly credit for a dialer if money was refunded or units were free when the month began; otherwise
   * its price (docs/decisions/plan-changes.md).
   */
  creditPrices?: Partial<Record<ItemKey, Cents>> | undefined
}

/**
 * Additions take effect at once and are prorated by day, in whole cents, rounded half up; reductions take
 * effect next month. Replacing one dialer by another is an exchange (plan-exchange.ts). A line that grows
 * gets today's price list; all others keep the price they were bought at. Free units stay free as long as
 * they are kept. An extended month counts the days of a normal one (docs/decisions/invoices-and-refunds.md).
 */
export function previewChange(change: {
  current: readonly PlanItem[]
  wanted: Quantities
  prices: PriceList
  month: PlanMonth
  today: Day
}): ChangePreview {
  const { current, wanted, prices, month, today } = change
  const daysOfMonth = pricedDays(month.from, month.to)
  const daysLeft = Math.min(daysOfMonth, Math.max(1, daysBetween(today, month.to)))
  const itemOf = (key: ItemKey): PlanItem =>
    current.find((item) => item.key === key) ?? { key, quantity: 0, unitPrice: prices[items[key].priceKey] }
  const planned = (key: ItemKey, quantity: number): PlanItem => {
    const had = itemOf(key)
    const unitPrice = quantity > had.quantity ? prices[items[key].priceKey] : had.unitPrice
    return { key, quantity, unitPrice, given: Math.min(givenOf(had), quantity) }
  }
  const creditPriceOf = (key: ItemKey) =>
    month.isFree ? 0 : (month.creditPrices?.[key] ?? itemOf(key).unitPrice)
  const exchange = exchangeDialers({ itemOf, wanted, prices, creditPriceOf })
  const partLine = (key: ItemKey, count: number, unitPrice: Cents): PartMonthLine => {
    const cents = partOf(count * unitPrice, daysLeft, daysOfMonth)
    return { key, label: items[key].label, count, unitPrice, cents }
  }

  const itemsNow = itemKeys.map((key) => planned(key, quantityNow(itemOf(key), wanted[key], exchange)))
  const itemsNext = itemKeys.map((key) => planned(key, wanted[key])).filter(isThere)
  const nowLines = itemsNow
    .map(({ key, quantity, unitPrice }) => partLine(key, quantity - itemOf(key).quantity, unitPrice))
    .filter(({ count }) => count > 0)
  const creditLines =
    exchange.kind === 'at-once'
      ? [partLine(exchange.givenUp, exchange.count, creditPriceOf(exchange.givenUp))]
      : []
  const nextLines = linesOfItems(itemsNext)
  return {
    daysLeft,
    daysOfMonth,
    nowLines,
    creditLines,
    nowCents: centsOf(nowLines) - centsOf(creditLines),
    repriced: itemsNext.flatMap((next) => repricedOf(itemOf(next.key), next)),
    itemsNow: itemsNow.filter(isThere),
    itemsNext,
    nextLines,
    nextCents: totalOf(nextLines),
    hasMore: nowLines.length > 0,
    hasLess: itemsNow.some(({ key, quantity }) => quantity !== wanted[key]),
  }
}

/**
 * The days that a month's price covers: those of a month that was not extended. A month that begins on the
 * last day of a calendar month may end on the last day of the next one: February 28, March 31.
 */
export function pricedDays(from: Day, to: Day): number {
  const plain = daysBetween(from, monthsAfter(from, 1))
  const fromLastDay = daysBetween(from, monthsAfter(daysAfter(from, 1), 1)) - 1
  return Math.min(daysBetween(from, to), Math.max(plain, fromLastDay))
}

function quantityNow(had: PlanItem, wanted: number, exchange: Exchange): number {
  const most = Math.max(had.quantity, wanted)
  switch (exchange.kind) {
    case 'none':
      return most
    case 'at-once':
      return had.key === exchange.givenUp ? had.quantity - exchange.count : most
    case 'at-renewal':
      return had.key === exchange.added ? wanted - exchange.count : most
  }
}

function repricedOf(had: PlanItem, next: PlanItem): RepricedLine[] {
  const count = had.quantity - givenOf(had)
  if (count === 0 || had.unitPrice === next.unitPrice) return []
  return [{ key: had.key, label: items[had.key].label, count, from: had.unitPrice, to: next.unitPrice }]
}

function isThere({ quantity }: PlanItem): boolean {
  return quantity > 0
}

function centsOf(lines: readonly PartMonthLine[]): Cents {
  return lines.reduce((sum, line) => sum + line.cents, 0)
}

/** Whole cents, rounded half up, in integer arithmetic. */
function partOf(cents: Cents, days: number, ofDays: number): Cents {
  return Math.floor((2 * cents * days + ofDays) / (2 * ofDays))
}

export type Exchange =
  | { kind: 'none' }
  /** The new dialer is added now; the old one ends today and is credited. */
  | { kind: 'at-once'; givenUp: ItemKey; added: ItemKey; count: number }
  /** The new dialer costs less: it starts next month, and the paid one runs until then. */
  | { kind: 'at-renewal'; givenUp: ItemKey; added: ItemKey; count: number }

/**
 * Single and triple line are two sizes of the same thing: within one change, paid dialers are exchanged one
 * for one. Data services and features are separate: removed ones are already paid, and run until the end of
 * the month (docs/decisions/plan-changes.md).
 */
function exchangeDialers(change: {
  itemOf: (key: ItemKey) => PlanItem
  wanted: Quantities
  prices: PriceList
  /** The monthly credit for a unit. Without a credit nothing is exchanged at once. */
  creditPriceOf: (key: ItemKey) => Cents
}): Exchange {
  const { itemOf, wanted, prices, creditPriceOf } = change
  const [givenUp, added]: [ItemKey, ItemKey] =
    wanted.single < itemOf('single').quantity ? ['single', 'triple'] : ['triple', 'single']
  const former = itemOf(givenUp)
  const paid = former.quantity - givenOf(former)
  const less = Math.min(paid, former.quantity - wanted[givenUp])
  const count = Math.min(less, wanted[added] - itemOf(added).quantity)
  if (count <= 0) return { kind: 'none' }
  if (prices[items[added].priceKey] < former.unitPrice) return { kind: 'at-renewal', givenUp, added, count }
  return creditPriceOf(givenUp) > 0 ? { kind: 'at-once', givenUp, added, count } : { kind: 'none' }
}
