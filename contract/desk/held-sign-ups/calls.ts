import * as z from 'zod/mini'
import { outcome } from '#contract/desk/outcome.ts'
import { reason } from '#contract/desk/reason.ts'
import { deskRefusals } from '#contract/desk/refusals.ts'
import { call } from '#contract/wire/call.ts'
import { json } from '#contract/wire/endpoint.ts'
import { listed, text } from '#contract/wire/schema.ts'
import { blockUntil } from './fields.ts'
import { heldValues } from './values.ts'

const order_id = listed('The order of a held sign-up')

export const releaseSignUp = call({
  summary: 'Accept a held sign-up, and charge it as it was shown',
  ...json,
  path: '/desk/api/held-sign-ups/release/',
  body: z.object({ order_id, reason: text(reason) }),
  answer: outcome(heldValues),
  refusals: [
    { status: 400, when: 'there is no reason, the sign-up was decided already, or its day is over' },
    ...deskRefusals,
  ],
})

export const refuseSignUp = call({
  summary: 'Close a held sign-up without a charge',
  ...json,
  path: '/desk/api/held-sign-ups/refuse/',
  body: z.object({ order_id, reason: text(reason), block_until: text(blockUntil) }),
  answer: outcome(heldValues),
  refusals: [
    { status: 400, when: 'there is no reason, the sign-up was decided already, or the day is in the past' },
    ...deskRefusals,
  ],
})
