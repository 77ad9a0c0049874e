import { dollarsToCents } from './money.ts'
import { itemKeys, items, type PriceList } from './plan.ts'

/** The prices of the specification. Pages are handed those of today instead, so they do not carry these. */
export const defaultPrices = Object.fromEntries(
  itemKeys.map((key) => [items[key].priceKey, dollarsToCents(items[key].dollars)]),
) as PriceList
