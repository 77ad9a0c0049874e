import * as z from 'zod/mini'

/** Monthly prices in cents, by item. */
const listOfPrices = z.record(z.string(), z.number())
export type ListOfPrices = z.infer<typeof listOfPrices>

export const pricesValues = z.object({
  current: listOfPrices,
  /** Lists that do not apply yet, each as it will apply. */
  coming: z.array(z.object({ from: z.string(), prices: listOfPrices })),
})
export type PricesValues = z.infer<typeof pricesValues>
