import { SKIP_TRACER_EXPORTS_PER_MONTH } from '#contract/catalogue/markets.ts'
import type { ItemKey } from '#contract/catalogue/plan.ts'

/** The data services offered in step three. */
export const dataServices: { item: ItemKey; title: string; text: string }[] = [
  {
    item: 'neighborhood-search',
    title: 'Neighborhood search',
    text: 'The people around an address you choose',
  },
  { item: 'expired-leads', title: 'Expired / off-market data', text: 'Per MLS' },
  { item: 'fsbo', title: 'For sale by owner leads', text: 'Per county' },
  { item: 'frbo', title: 'For rent by owner leads', text: 'Per county' },
  {
    item: 'skip-tracer',
    title: 'Skip tracer',
    text: `Unlimited use. Exports are limited to ${SKIP_TRACER_EXPORTS_PER_MONTH} records per calendar month`,
  },
  { item: 'pre-foreclosures', title: 'Pre-foreclosure data', text: 'Per county' },
]
