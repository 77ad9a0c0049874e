import type { Cents } from './money.ts'
import { emptyPlan, linesOf, type PriceList, type Quantities, totalOf } from './plan.ts'

export type Mix = { quantities: Quantities; total: Cents }

/**
 * Every agent needs a seat, and everyone who dials at the same time needs a dialer. Picks the cheaper kind of
 * dialer.
 */
export function cheapestMix(agents: number, dialingAtOnce: number, prices: PriceList): Mix {
  const isSingleCheaper = prices.SINGLE_LINE_POWER_DIALER <= prices.TRIPLE_LINE_POWER_DIALER
  const quantities = {
    ...emptyPlan(),
    lead: Math.max(agents, dialingAtOnce),
    [isSingleCheaper ? 'single' : 'triple']: dialingAtOnce,
  }
  return { quantities, total: totalOf(linesOf(quantities, prices)) }
}
