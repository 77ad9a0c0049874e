import * as z from 'zod/mini'
import { deskCall } from '#contract/desk/desk-call.ts'
import { outcome } from '#contract/desk/outcome.ts'
import { reason } from '#contract/desk/reason.ts'
import { json } from '#contract/wire/endpoint.ts'
import { exact, text } from '#contract/wire/schema.ts'
import { decision } from './fields.ts'
import { disputeValues } from './values.ts'

export const decideDispute = deskCall({
  ...json,
  path: '/desk/api/disputes/decide/',
  who: 'money',
  body: z.object({
    id: exact(200, 'The gateway’s id of the dispute'),
    decision: text(decision),
    reason: text(reason),
  }),
  answer: outcome(disputeValues),
})
