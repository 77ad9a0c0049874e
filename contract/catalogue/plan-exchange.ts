import { givenOf, type PlanItem } from './items.ts'
import type { ItemKey, PriceList, Quantities } from './plan.ts'
import { items } from './plan.ts'

export type Exchange =
  | { kind: 'none' }
  /** The other dialer is there now; the one given up ends today and is counted against it. */
  | { kind: 'at-once'; givenUp: ItemKey; added: ItemKey; count: number }
  /** The other dialer costs less: it begins with the next month, and the paid one runs until then. */
  | { kind: 'at-renewal'; givenUp: ItemKey; added: ItemKey; count: number }

/**
 * Single and triple line are two sizes of one thing: in one change a paid dialer is exchanged for another, one for one.
 * Data services and features are things of their own: what is taken away of them is paid and stays until the month is over
 * (docs/decisions/0044).
 */
export function exchangeDialers(change: {
  itemOf: (key: ItemKey) => PlanItem
  wanted: Quantities
  prices: PriceList
  isMonthPaid: boolean
}): Exchange {
  const { itemOf, wanted, prices, isMonthPaid } = change
  const [givenUp, added]: [ItemKey, ItemKey] =
    wanted.single < itemOf('single').quantity ? ['single', 'triple'] : ['triple', 'single']
  const former = itemOf(givenUp)
  const paid = former.quantity - givenOf(former)
  const less = Math.min(paid, former.quantity - wanted[givenUp])
  const count = Math.min(less, wanted[added] - itemOf(added).quantity)
  if (count <= 0) return { kind: 'none' }
  if (prices[items[added].priceKey] < former.unitPrice) return { kind: 'at-renewal', givenUp, added, count }
  return isMonthPaid ? { kind: 'at-once', givenUp, added, count } : { kind: 'none' }
}
