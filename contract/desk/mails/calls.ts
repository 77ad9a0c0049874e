import * as z from 'zod/mini'
import { outcome } from '#contract/desk/outcome.ts'
import { reason } from '#contract/desk/reason.ts'
import { deskRefusals } from '#contract/desk/refusals.ts'
import { email } from '#contract/fields/person.ts'
import { call } from '#contract/wire/call.ts'
import { json } from '#contract/wire/endpoint.ts'
import { listed, optionalText, orderKey, text } from '#contract/wire/schema.ts'
import type { DeskMailValues } from './values.ts'

export const resendMail = call({
  summary: 'Send an email again, also one that belongs to no account',
  ...json,
  path: '/desk/api/mails/resend/',
  body: z.object({
    mail_id: listed('The id of an email'),
    /** Empty: to its recipient. */
    to: optionalText(email),
    reason: text(reason),
    key: orderKey(),
  }),
  answer: outcome(z.custom<DeskMailValues>()),
  refusals: [
    { status: 400, when: 'there is no reason, or it cannot be sent to this recipient now' },
    ...deskRefusals,
    { status: 404, when: 'there is no such email' },
    { status: 409, when: 'the key was used for something else' },
  ],
})
