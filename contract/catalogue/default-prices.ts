import { dollarsToCents } from './money.ts'
import { itemKeys, items, type PriceList } from './plan.ts'

/** The prices of the specification. Pages get the current ones instead, so their scripts do not include these. */
export const defaultPrices = Object.fromEntries(
  itemKeys.map((key) => [items[key].priceKey, dollarsToCents(items[key].dollars)]),
) as PriceList
