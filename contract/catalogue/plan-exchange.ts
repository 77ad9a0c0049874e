import { givenOf, type PlanItem } from './items.ts'
import type { Cents } from './money.ts'
import { type ItemKey, items, type PriceList, type Quantities } from './plan.ts'

export type Exchange =
  | { kind: 'none' }
  /** The new dialer is added now; the old one ends today and is credited. */
  | { kind: 'at-once'; givenUp: ItemKey; added: ItemKey; count: number }
  /** The new dialer costs less: it starts next month, and the paid one runs until then. */
  | { kind: 'at-renewal'; givenUp: ItemKey; added: ItemKey; count: number }

/**
 * Single and triple line are two sizes of the same thing: within one change, a paid dialer is exchanged for
 * another, one for one. Data services and features are separate things: removed ones are already paid, and
 * run until the end of the month (docs/decisions/plan-changes.md).
 */
export function exchangeDialers(change: {
  itemOf: (key: ItemKey) => PlanItem
  wanted: Quantities
  prices: PriceList
  /** What is credited for a unit a month. Nothing is exchanged at once for what has no credit. */
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
