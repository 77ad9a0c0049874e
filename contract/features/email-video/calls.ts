import * as z from 'zod/mini'
import { confirmEmailVideoAddress } from '#contract/features/authorize/endpoints.ts'
import { accountNumber } from '#contract/fields/sign-in.ts'
import { call } from '#contract/wire/call.ts'
import { exact, text } from '#contract/wire/schema.ts'

export const confirmEmailVideo = call({
  number: 12,
  summary: 'Confirm the email-video partner with an account number',
  ...confirmEmailVideoAddress,
  body: z.object({ pin: text(accountNumber), code: exact(500, "The partner's code") }),
  answer: z.object({ redirect_uri: z.string() }),
  refusals: [
    { status: 400, when: 'the account number does not fit, or the code was tried too often or used' },
  ],
})
