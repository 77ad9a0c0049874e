import * as z from 'zod/mini'
import { passkeyAnswer, passkeyOptions } from '#contract/accounts/factors.ts'
import { visitFields } from '#contract/accounts/sign-in-fields.ts'
import { accountNumber, loginEmail } from '#contract/fields/sign-in.ts'
import { publicCall } from '#contract/wire/call.ts'
import { json } from '#contract/wire/endpoint.ts'
import { optionalText } from '#contract/wire/schema.ts'

export const startPasskeySignIn = publicCall({
  ...json,
  path: '/rest/auth/passkey/start/',
  why: 'it says the same to everyone',
  body: z.object({ email: optionalText(loginEmail), pin: optionalText(accountNumber) }),
  answer: passkeyOptions,
})

export const signInWithPasskey = publicCall({
  ...json,
  path: '/rest/auth/passkey/',
  why: 'the passkey is the proof',
  body: z.object({
    credential: passkeyAnswer,
    pin: optionalText(accountNumber),
    ...visitFields,
  }),
  answer: z.object({ data: z.object({ redirect_url: z.string() }) }),
})
