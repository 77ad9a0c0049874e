import * as z from 'zod/mini'
import { accountNumber } from '#contract/fields/sign-in.ts'
import { publicCall } from '#contract/wire/call.ts'
import { form } from '#contract/wire/endpoint.ts'
import { optionalText, text } from '#contract/wire/schema.ts'
import { leavingReason, whatWasMissing, wouldReturn } from './fields.ts'

export const giveFeedback = publicCall({
  ...form,
  path: '/rest/feedback/',
  why: 'people who left can no longer sign in',
  body: z.object({
    pin: text(accountNumber),
    reason: text(leavingReason),
    missing: optionalText(whatWasMissing),
    would_return: optionalText(wouldReturn),
  }),
  answer: z.object({ data: z.object({ status: z.literal('received') }) }),
})
