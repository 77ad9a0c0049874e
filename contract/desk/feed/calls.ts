import * as z from 'zod/mini'
import { outcome, outcomeWithSecret } from '#contract/desk/outcome.ts'
import { reason } from '#contract/desk/reason.ts'
import { deskRefusals } from '#contract/desk/refusals.ts'
import { call } from '#contract/wire/call.ts'
import { json } from '#contract/wire/endpoint.ts'
import { exact, listed, text } from '#contract/wire/schema.ts'
import { endpointUrl, firstPosition, formerLasts, keyName, replayFrom } from './fields.ts'
import { feedValues } from './values.ts'

/** The answer shows the same page of the endpoints. */
const page = { after: exact(15, 'Where the page begins that is shown: after the endpoint with this id') }
const endpoint = { endpoint_id: listed('The id of an endpoint'), reason: text(reason), ...page }
const unknown = { status: 404, when: 'there is no such endpoint or key' } as const
const refusals = [{ status: 400, when: 'a field is missing or wrong' } as const, ...deskRefusals]

export const addEndpoint = call({
  summary: 'Send events to a URL; the secret that signs them is in this answer only',
  ...json,
  path: '/desk/api/feed/endpoints/add/',
  body: z.object({ url: text(endpointUrl), from: text(firstPosition), reason: text(reason), ...page }),
  answer: outcomeWithSecret(feedValues),
  refusals,
})

export const rotateEndpoint = call({
  summary: 'Give an endpoint a new secret; it is in this answer only',
  ...json,
  path: '/desk/api/feed/endpoints/rotate/',
  body: z.object({ ...endpoint, former_lasts_hours: text(formerLasts) }),
  answer: outcomeWithSecret(feedValues),
  refusals: [...refusals, unknown],
})

export const resumeEndpoint = call({
  summary: 'Try a failing or disabled endpoint again at once',
  ...json,
  path: '/desk/api/feed/endpoints/resume/',
  body: z.object(endpoint),
  answer: outcome(feedValues),
  refusals: [...refusals, unknown],
})

export const removeEndpoint = call({
  summary: 'Send no more events to an endpoint',
  ...json,
  path: '/desk/api/feed/endpoints/remove/',
  body: z.object(endpoint),
  answer: outcome(feedValues),
  refusals: [...refusals, unknown],
})

export const replayEndpoint = call({
  summary: 'Send all events from a position on again',
  ...json,
  path: '/desk/api/feed/endpoints/replay/',
  body: z.object({ ...endpoint, from: text(replayFrom) }),
  answer: outcome(feedValues),
  refusals: [...refusals, unknown],
})

export const addFeedKey = call({
  summary: 'Make a key that reads the feed; it is in this answer only',
  ...json,
  path: '/desk/api/feed/keys/add/',
  body: z.object({ name: text(keyName), reason: text(reason), ...page }),
  answer: outcomeWithSecret(feedValues),
  refusals,
})

export const removeFeedKey = call({
  summary: 'Remove a key of the feed',
  ...json,
  path: '/desk/api/feed/keys/remove/',
  body: z.object({ name: exact(60, 'The name of a key'), reason: text(reason), ...page }),
  answer: outcome(feedValues),
  refusals: [...refusals, unknown],
})
