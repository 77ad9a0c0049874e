import * as z from 'zod/mini'
import { deskCall } from '#contract/desk/desk-call.ts'
import { outcome } from '#contract/desk/outcome.ts'
import { reason } from '#contract/desk/reason.ts'
import { email } from '#contract/fields/person.ts'
import { json } from '#contract/wire/endpoint.ts'
import { listed, optionalText, orderKey, text } from '#contract/wire/schema.ts'
import type { DeskMailValues } from './values.ts'

export const resendMail = deskCall({
  ...json,
  path: '/desk/api/mails/resend/',
  who: 'help',
  body: z.object({
    mail_id: listed('The id of an email'),
    /** Empty: to its recipient. */
    to: optionalText(email),
    reason: text(reason),
    key: orderKey(),
  }),
  answer: outcome(z.custom<DeskMailValues>()),
})
