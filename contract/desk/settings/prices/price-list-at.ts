import { type ItemKey, itemKeys } from '#contract/catalogue/plan.ts'
import type { ListOfPrices, PricesValues } from './values.ts'

/** The prices that apply at a moment, as far as the page knows. */
export function priceListAt({ current, coming }: PricesValues, moment: string): ListOfPrices {
  return coming.findLast(({ from }) => from <= moment)?.prices ?? current
}

/** As it is sent, to be compared with what the server has then. */
export function writeSeen(prices: ListOfPrices): string {
  return itemKeys.map((item) => `${item}=${prices[item] ?? 0}`).join(',')
}

/** What was sent. Undefined: it is no list. */
export function readSeen(seen: string): ListOfPrices | undefined {
  const prices = Object.fromEntries(
    seen.split(',').map((one) => [one.split('=')[0] ?? '', Number(one.split('=')[1])]),
  )
  return writeSeen(prices) === seen ? prices : undefined
}

export type PriceChange = { item: ItemKey; before: number; after: number }

/** Only what differs. */
export function changesBetween(before: ListOfPrices, after: Partial<Record<ItemKey, number>>): PriceChange[] {
  return itemKeys.flatMap((item) => {
    const [old = 0, now] = [before[item], after[item]]
    return now === undefined || now === old ? [] : [{ item, before: old, after: now }]
  })
}
