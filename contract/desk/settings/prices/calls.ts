import * as z from 'zod/mini'
import { deskCall } from '#contract/desk/desk-call.ts'
import { outcome } from '#contract/desk/outcome.ts'
import { reason } from '#contract/desk/reason.ts'
import { json } from '#contract/wire/endpoint.ts'
import { exact, text } from '#contract/wire/schema.ts'
import { effectFrom, priceOf } from './fields.ts'
import { pricesValues } from './values.ts'

export const setPrices = deskCall({
  ...json,
  path: '/desk/api/prices/set/',
  who: 'administer',
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
})

export const removePrices = deskCall({
  ...json,
  path: '/desk/api/prices/remove/',
  who: 'administer',
  body: z.object({ from: exact(30, 'When the list takes effect'), reason: text(reason) }),
  answer: outcome(pricesValues),
})
