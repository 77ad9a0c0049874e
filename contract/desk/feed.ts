import * as z from 'zod/mini'
import { json } from '#contract/wire/endpoint.ts'
import { choice, field } from '#contract/wire/field.ts'
import { exact, listed, text } from '#contract/wire/schema.ts'
import { deskCall, outcome, outcomeWithSecret, reason } from './desk-call.ts'

export const endpointUrl = field('URL', { required: true, maxLength: 1000 })
export const firstPosition = field('First position to send', { isNumeric: true, maxLength: 15 })
export const replayFrom = field('From position', { required: true, isNumeric: true, maxLength: 15 })
export const keyName = field('Name', { required: true, maxLength: 60 })
export const oldSecretLasts = choice('Also sign with the old secret for', [
  { value: '0', displayValue: '0 hours (it leaked)' },
  { value: '24', displayValue: '24 hours' },
  { value: '168', displayValue: '7 days' },
])

const endpointRow = z.object({
  id: z.number(),
  url: z.string(),
  state: z.enum(['active', 'failing', 'disabled']),
  sentThrough: z.number(),
  behind: z.number(),
  accountsWaiting: z.number(),
  /** Not all waiting accounts were counted. */
  hasMoreWaiting: z.boolean(),
  missedAt: z.nullable(z.string()),
  failingSince: z.nullable(z.string()),
  lastError: z.nullable(z.string()),
  lastTakenAt: z.nullable(z.string()),
})
export type EndpointRow = z.infer<typeof endpointRow>

const keyRow = z.object({
  id: z.number(),
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
})
export type KeyRow = z.infer<typeof keyRow>

export const feedValues = z.object({
  endpoints: z.array(endpointRow),
  /** The endpoints after the one with this id; 0 on the first page. */
  after: z.number(),
  hasMore: z.boolean(),
  keys: z.array(keyRow),
})
export type FeedValues = z.infer<typeof feedValues>

/** What the provider's systems were sent about an account at one moment. */
export type AccountEventRow = {
  sequence: number
  /** Null: it was just written, and is about to get one. */
  position: number | null
  type: string
  /** What this kind of event means. */
  says: string
  at: string
  status: string
  /** `name: value`. */
  details: string[]
}

export type AccountFeedValues = {
  number: string
  company: string
  rows: AccountEventRow[]
  /** The next page, and the first one if this is not it. */
  older: string | null
  isNewest: boolean
}

/** The answer shows the same page of the endpoints. */
const page = { after: exact(15, 'Where the page begins that is shown: after the endpoint with this id') }
const endpoint = { endpoint_id: listed('The id of an endpoint'), reason: text(reason), ...page }
export const addEndpoint = deskCall({
  ...json,
  path: '/desk/api/feed/endpoints/add/',
  who: 'administer',
  body: z.object({ url: text(endpointUrl), from: text(firstPosition), reason: text(reason), ...page }),
  answer: outcomeWithSecret(feedValues),
})

export const rotateEndpoint = deskCall({
  ...json,
  path: '/desk/api/feed/endpoints/rotate/',
  who: 'administer',
  body: z.object({ ...endpoint, former_lasts_hours: text(oldSecretLasts) }),
  answer: outcomeWithSecret(feedValues),
})

export const resumeEndpoint = deskCall({
  ...json,
  path: '/desk/api/feed/endpoints/resume/',
  who: 'help',
  body: z.object(endpoint),
  answer: outcome(feedValues),
})

export const removeEndpoint = deskCall({
  ...json,
  path: '/desk/api/feed/endpoints/remove/',
  who: 'administer',
  body: z.object(endpoint),
  answer: outcome(feedValues),
})

export const replayEndpoint = deskCall({
  ...json,
  path: '/desk/api/feed/endpoints/replay/',
  who: 'administer',
  body: z.object({ ...endpoint, from: text(replayFrom) }),
  answer: outcome(feedValues),
})

export const addFeedKey = deskCall({
  ...json,
  path: '/desk/api/feed/keys/add/',
  who: 'administer',
  body: z.object({ name: text(keyName), reason: text(reason), ...page }),
  answer: outcomeWithSecret(feedValues),
})

export const removeFeedKey = deskCall({
  ...json,
  path: '/desk/api/feed/keys/remove/',
  who: 'administer',
  body: z.object({ key_id: listed('The id of a key'), reason: text(reason), ...page }),
  answer: outcome(feedValues),
})
