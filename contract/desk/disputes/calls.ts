import * as z from 'zod/mini'
import { outcome } from '#contract/desk/outcome.ts'
import { reason } from '#contract/desk/reason.ts'
import { deskRefusals } from '#contract/desk/refusals.ts'
import { call } from '#contract/wire/call.ts'
import { json } from '#contract/wire/endpoint.ts'
import { exact, text } from '#contract/wire/schema.ts'
import { decision } from './fields.ts'
import { disputeValues } from './values.ts'

export const decideDispute = call({
  summary: 'Record that a dispute was won or lost, if the gateway has not reported the outcome',
  ...json,
  path: '/desk/api/disputes/decide/',
  body: z.object({
    id: exact(200, 'The gateway’s id of the dispute'),
    decision: text(decision),
    reason: text(reason),
  }),
  answer: outcome(disputeValues),
  refusals: [
    { status: 400, when: 'there is no reason, or the dispute was decided so already' },
    ...deskRefusals,
    { status: 404, when: 'there is no such dispute' },
  ],
})
