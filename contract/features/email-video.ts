import * as z from 'zod/mini'
import { accountNumber } from '#contract/fields/sign-in.ts'
import { type FieldErrors, secretCall } from '#contract/wire/call.ts'
import { form } from '#contract/wire/endpoint.ts'
import { exact, text } from '#contract/wire/schema.ts'

export type EmailVideoValues = {
  /** The partner's name. */
  name: string
  sent?: { pin: string; errors: FieldErrors | string }
}

export const confirmEmailVideo = secretCall({
  number: 12,
  summary: 'Confirm the email-video partner with an account number',
  ...form,
  path: '/integrations/bombbomb/validate_pin/',
  proof: 'a one-time code of the partner',
  answerKey: 'redirect_uri',
  body: z.object({ pin: text(accountNumber), code: exact(500, "The partner's code") }),
  answer: z.object({ redirect_uri: z.string() }),
  refusals: [
    {
      status: 400,
      when: 'the account number is wrong, the account is already connected, or the code was used or tried too often',
    },
  ],
})
