import * as z from 'zod/mini'
import { secretCall } from '#contract/wire/call.ts'
import { exact } from '#contract/wire/schema.ts'
import { entitlements, feedEvent } from './events.ts'

const FEED = {
  method: 'GET',
  encoding: 'query',
  errorKey: 'error_description',
  needsFeedKey: true,
} as const
const noKey = { status: 401, when: 'there is no key, or it is unknown or was removed' } as const

export const EVENTS_AT_MOST = 500
export const ACCOUNTS_AT_MOST = 200

const limit = (most: number) => exact(20, `How many at most: 1 to ${most}, which is the default`)

export const readEvents = secretCall({
  ...FEED,
  summary: "Read the events of the feed (for the provider's systems)",
  path: '/api/events',
  proof: 'a key of the feed',
  body: z.object({
    after: exact(20, 'The position of the last event that was read. 0, the default, begins with the first.'),
    limit: limit(EVENTS_AT_MOST),
  }),
  answer: z.object({ events: z.array(feedEvent), next_after: z.number(), has_more: z.boolean() }),
  answerKey: 'events',
  refusals: [
    { status: 400, when: 'after or limit is not a number, or there is no such position yet' },
    noKey,
    { status: 410, when: 'events this old are no longer kept: begin from the entitlements of all accounts' },
  ],
})

const known = z.object({
  account_number: z.string(),
  /** Of the last event that it includes. Older events say nothing new. */
  sequence: z.number(),
  entitlements,
})

export const readEntitlements = secretCall({
  ...FEED,
  encoding: 'none',
  summary: "Read what an account may do now (for the provider's systems)",
  path: '/api/accounts/:number/entitlements',
  proof: 'a key of the feed',
  body: z.object({}),
  answer: known,
  answerKey: 'entitlements',
  refusals: [noKey, { status: 404, when: 'no account has this number, or it is not set up yet' }],
})

export const listEntitlements = secretCall({
  ...FEED,
  summary: "Read what all accounts may do now, page by page (for the provider's systems)",
  path: '/api/entitlements',
  proof: 'a key of the feed',
  body: z.object({
    after: exact(20, 'The last account number of the page before. Absent on the first page.'),
    limit: limit(ACCOUNTS_AT_MOST),
  }),
  answer: z.object({
    accounts: z.array(known),
    next_after: z.nullable(z.string()),
    /** Once all pages are read, go on with the events after the position of the first page. */
    position: z.number(),
  }),
  answerKey: 'accounts',
  refusals: [{ status: 400, when: 'after or limit cannot be read' }, noKey],
})
