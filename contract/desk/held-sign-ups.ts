import * as z from 'zod/mini'
import { json } from '#contract/wire/endpoint.ts'
import { field } from '#contract/wire/field.ts'
import { listed, text } from '#contract/wire/schema.ts'
import { deskCall, outcome, reason } from './desk-call.ts'

export const blockUntil = field('Block its card, device and IP address until', { maxLength: 10 })

const heldRow = z.object({
  order: z.number(),
  ageMinutes: z.number(),
  /** The deadline after which it is closed without a charge. */
  until: z.string(),
  /** The rules' findings. */
  why: z.string(),
  email: z.string(),
  company: z.string(),
  amountCents: z.number(),
  ip: z.string(),
  device: z.string(),
  card: z.string(),
  billingCountry: z.string(),
  customerState: z.string(),
})
export type HeldRow = z.infer<typeof heldRow>

export const heldValues = z.object({ rows: z.array(heldRow), isCut: z.boolean() })
export type HeldValues = z.infer<typeof heldValues>

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
