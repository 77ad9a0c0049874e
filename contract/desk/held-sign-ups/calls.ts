import * as z from 'zod/mini'
import { deskCall } from '#contract/desk/desk-call.ts'
import { outcome } from '#contract/desk/outcome.ts'
import { reason } from '#contract/desk/reason.ts'
import { json } from '#contract/wire/endpoint.ts'
import { listed, text } from '#contract/wire/schema.ts'
import { blockUntil } from './fields.ts'
import { heldValues } from './values.ts'

const order_id = listed('The order of a held sign-up')

export const releaseSignUp = deskCall({
  ...json,
  path: '/desk/api/held-sign-ups/release/',
  who: 'money',
  body: z.object({ order_id, reason: text(reason) }),
  answer: outcome(heldValues),
})

export const refuseSignUp = deskCall({
  ...json,
  path: '/desk/api/held-sign-ups/refuse/',
  who: 'money',
  body: z.object({ order_id, reason: text(reason), block_until: text(blockUntil) }),
  answer: outcome(heldValues),
})
