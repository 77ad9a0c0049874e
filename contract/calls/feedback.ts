import * as z from 'zod/mini'
import { giveFeedbackAddress } from '../addresses/feedback.ts'
import { leavingReason, whatWasMissing, wouldReturn } from '../feedback-fields.ts'
import { accountNumber } from '../sign-in-fields.ts'
import { optionalText, text } from '../wire.ts'
import { call } from './call.ts'

export const giveFeedback = call({
  summary: 'Tell why an account was cancelled',
  ...giveFeedbackAddress,
  body: z.object({
    pin: text(accountNumber),
    reason: text(leavingReason),
    missing: optionalText(whatWasMissing),
    would_return: optionalText(wouldReturn),
  }),
  answer: z.object({ data: z.object({ status: z.literal('received') }) }),
  refusals: [{ status: 400, when: 'the account number is none, no reason is given, or a text is too long' }],
})
