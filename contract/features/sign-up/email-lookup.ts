import * as z from 'zod/mini'
import { call } from '#contract/wire/call.ts'
import { exact, note } from '#contract/wire/schema.ts'
import { lookUpEmailAddress } from './endpoints.ts'

export const emailStatuses = [
  'invalid_data',
  'free',
  'busy.active',
  'busy.cancelled',
  'busy.pending',
] as const

/** A malformed email is an answer here, not a refusal: `invalid_data` carries the rule's sentence. */
export const lookUpEmail = call({
  number: 3,
  summary: 'Is this email free to sign up with?',
  ...lookUpEmailAddress,
  body: z.object({
    email: note(500, 'The email to look up'),
    password: exact(500, 'Accepted for older pages, and ignored'),
  }),
  answer: z.object({
    data: z.object({
      status: z.enum(emailStatuses),
      message: z.string(),
      pin: z.string(),
      email: z.string(),
      /** What became of the order that this visitor placed with the email, where there is one. */
      order: z.optional(z.enum(['registered', 'confirming'])),
    }),
  }),
  refusals: [],
})
