import * as z from 'zod/mini'
import { deskCall } from '#contract/desk/desk-call.ts'
import { json } from '#contract/wire/endpoint.ts'
import { listed, text } from '#contract/wire/schema.ts'
import { decisionWords } from './fields.ts'

const body = z.object({ approval_id: listed('The id of a request'), words: text(decisionWords) })
const answer = z.object({
  data: z.object({
    state: z.enum(['asked', 'agreed', 'declined', 'withdrawn', 'expired', 'done', 'failed']),
  }),
})

export const agreeToApproval = deskCall({
  ...json,
  path: '/desk/api/approvals/agree/',
  who: 'money',
  body,
  answer,
})

export const declineApproval = deskCall({
  ...json,
  path: '/desk/api/approvals/decline/',
  who: 'money',
  body,
  answer,
})

export const withdrawApproval = deskCall({
  ...json,
  path: '/desk/api/approvals/withdraw/',
  who: 'money',
  body,
  answer,
})
