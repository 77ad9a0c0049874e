import * as z from 'zod/mini'
import { call } from '#contract/wire/call.ts'
import { json } from '#contract/wire/endpoint.ts'
import { listed, text } from '#contract/wire/schema.ts'
import { decisionWords } from './fields.ts'

const body = z.object({ approval_id: listed('The id of a request'), words: text(decisionWords) })
const answer = z.object({
  data: z.object({
    state: z.enum(['asked', 'agreed', 'declined', 'withdrawn', 'expired', 'done', 'failed']),
  }),
})
const refusals = [
  { status: 400, when: 'the words are missing, or the operator may not decide about it' },
  { status: 401, when: 'no operator is signed in' },
  { status: 403, when: 'the role of the operator does not allow it' },
  { status: 404, when: 'there is no such request' },
  { status: 409, when: 'the request is closed, or something that it showed has changed' },
] as const

export const agreeToApproval = call({
  summary: 'Agree to a request of another operator, which does it',
  ...json,
  path: '/desk/api/approvals/agree/',
  body,
  answer,
  refusals: [...refusals],
})

export const declineApproval = call({
  summary: 'Decline a request of another operator',
  ...json,
  path: '/desk/api/approvals/decline/',
  body,
  answer,
  refusals: [...refusals],
})

export const withdrawApproval = call({
  summary: 'Withdraw one’s own request',
  ...json,
  path: '/desk/api/approvals/withdraw/',
  body,
  answer,
  refusals: [...refusals],
})
