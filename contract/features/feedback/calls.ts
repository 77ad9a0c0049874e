import * as z from 'zod/mini'
import { accountNumber } from '#contract/fields/sign-in.ts'
import { call } from '#contract/wire/call.ts'
import { form } from '#contract/wire/endpoint.ts'
import { optionalText, text } from '#contract/wire/schema.ts'
import { leavingReason, whatWasMissing, wouldReturn } from './fields.ts'

export const giveFeedback = call({
  summary: 'Tell why an account was cancelled',
  ...form,
  path: '/rest/feedback/',
  body: z.object({
    pin: text(accountNumber),
    reason: text(leavingReason),
    missing: optionalText(whatWasMissing),
    would_return: optionalText(wouldReturn),
  }),
  answer: z.object({ data: z.object({ status: z.literal('received') }) }),
  refusals: [{ status: 400, when: 'the account number is none, no reason is given, or a text is too long' }],
})
