import * as z from 'zod/mini'
import { deskCall } from '#contract/desk/desk-call.ts'
import { outcome, outcomeWithSecret } from '#contract/desk/outcome.ts'
import { reason } from '#contract/desk/reason.ts'
import { json } from '#contract/wire/endpoint.ts'
import { exact, listed, text } from '#contract/wire/schema.ts'
import { endpointUrl, firstPosition, formerLasts, keyName, replayFrom } from './fields.ts'
import { feedValues } from './values.ts'

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
  body: z.object({ ...endpoint, former_lasts_hours: text(formerLasts) }),
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
  body: z.object({ name: exact(60, 'The name of a key'), reason: text(reason), ...page }),
  answer: outcome(feedValues),
})
