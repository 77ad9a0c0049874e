import type { ItemKey } from '#contract/catalogue/plan.ts'

/** How the site describes what can be bought. The names on invoices and the prices come from the contract. */
export type Offer = { key: ItemKey; name: string; pitch: string }

export const dialers = [
  { key: 'single', name: 'Single line power dialer', pitch: 'Up to 85 calls per hour' },
  { key: 'triple', name: 'Triple line power dialer', pitch: 'Up to 300 calls per hour' },
] as const satisfies Offer[]

export const licences: readonly Offer[] = [
  ...dialers,
  { key: 'lead', name: 'Agent access', pitch: 'Hosted leads and CRM, one per agent' },
  { key: 'mojovoice', name: 'Voice feature', pitch: 'Talk through your headset, one per dialing agent' },
  { key: 'callrecording', name: 'Call recording', pitch: 'One per dialing agent' },
]

export const services: readonly Offer[] = [
  {
    key: 'neighborhood-search',
    name: 'Neighborhood search',
    pitch: 'The people around an address you choose',
  },
  { key: 'expired-leads', name: 'Expired leads', pitch: 'Expired and off-market, by 50-mile radius' },
  { key: 'fsbo', name: 'For sale by owner', pitch: 'Owners who sell on their own, per county' },
  { key: 'frbo', name: 'For rent by owner', pitch: 'Owners who rent out on their own, per county' },
  { key: 'skip-tracer', name: 'Skip tracer', pitch: 'Unlimited traces, 3,000 exports a month' },
  { key: 'pre-foreclosures', name: 'Pre-foreclosures', pitch: 'Owners with a notice, per county' },
]
