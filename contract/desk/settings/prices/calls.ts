import * as z from 'zod/mini'
import { outcome } from '#contract/desk/outcome.ts'
import { reason } from '#contract/desk/reason.ts'
import { deskRefusals } from '#contract/desk/refusals.ts'
import { call } from '#contract/wire/call.ts'
import { json } from '#contract/wire/endpoint.ts'
import { exact, text } from '#contract/wire/schema.ts'
import { effectFrom, priceOf } from './fields.ts'
import { pricesValues } from './values.ts'

export const setPrices = call({
  summary: 'Add a price list for new sales and plan changes',
  ...json,
  path: '/desk/api/prices/set/',
  body: z.object({
    /** Empty: now. */
    from: text(effectFrom),
    single: text(priceOf('single')),
    triple: text(priceOf('triple')),
    lead: text(priceOf('lead')),
    mojovoice: text(priceOf('mojovoice')),
    callme: text(priceOf('callme')),
    callrecording: text(priceOf('callrecording')),
    'neighborhood-search': text(priceOf('neighborhood-search')),
    'expired-leads': text(priceOf('expired-leads')),
    fsbo: text(priceOf('fsbo')),
    frbo: text(priceOf('frbo')),
    'skip-tracer': text(priceOf('skip-tracer')),
    'pre-foreclosures': text(priceOf('pre-foreclosures')),
    /** The list that the changes were shown against, as `item=cents` in order. */
    seen: exact(1000, 'The prices that were shown before the change'),
    reason: text(reason),
  }),
  answer: outcome(pricesValues),
  refusals: [
    { status: 400, when: 'no price changes, a price is no amount, or the time is in the past' },
    ...deskRefusals,
    { status: 409, when: 'the prices have changed since they were shown' },
  ],
})

export const removePrices = call({
  summary: 'Remove a price list that is not in effect yet',
  ...json,
  path: '/desk/api/prices/remove/',
  body: z.object({ from: exact(30, 'When the list takes effect'), reason: text(reason) }),
  answer: outcome(pricesValues),
  refusals: [
    { status: 400, when: 'there is no reason' },
    ...deskRefusals,
    { status: 404, when: 'no coming list begins then' },
  ],
})
