import * as z from 'zod/mini'
import { secretCall } from '#contract/wire/call.ts'
import { exact } from '#contract/wire/schema.ts'

/** No page makes this call: the gateway posts here, with its own encoding and field names. */
export const gatewayNotice = secretCall({
  method: 'POST',
  path: '/rest/gateway/notices/',
  proof: 'the signature of the gateway',
  encoding: 'urlencoded',
  errorKey: 'errors',
  answerKey: 'data',
  body: z.object({
    bt_signature: exact(500, 'The signature over the payload'),
    bt_payload: exact(60_000, 'The notice, base64'),
  }),
  answer: z.object({ data: z.object({ status: z.literal('taken') }) }),
})
