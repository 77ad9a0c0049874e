import * as z from 'zod/mini'
import { secretCall } from '#contract/wire/call.ts'
import { json } from '#contract/wire/endpoint.ts'
import { exact } from '#contract/wire/schema.ts'

/** No page makes this call: the operator's mail provider posts here, signed as Standard Webhooks says. */
export const takeMailNotice = secretCall({
  ...json,
  path: '/rest/mail/bounces/',
  proof: 'the signature of the mail provider',
  body: z.object({
    type: exact(
      40,
      'mail.bounced, mail.complained or mail.returned. Anything else is taken and does nothing',
    ),
    data: z.object({
      message_id: exact(400, 'The message id of the email; not with mail.returned'),
      status: exact(20, 'With mail.bounced: the enhanced status code, such as 5.1.1'),
      reason: exact(2_000, 'With mail.bounced: what the mail server said'),
      message: exact(262_144, 'With mail.returned: the whole message that came back'),
    }),
  }),
  answer: z.object({ data: z.object({ status: z.literal('taken') }) }),
})
