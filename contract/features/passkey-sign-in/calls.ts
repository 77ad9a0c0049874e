import * as z from 'zod/mini'
import { passkeyAnswer, passkeyOptions } from '#contract/accounts/passkey-credential.ts'
import { visitFields } from '#contract/accounts/visit-fields.ts'
import { accountNumber, loginEmail } from '#contract/fields/sign-in.ts'
import { publicCall } from '#contract/wire/call.ts'
import { json } from '#contract/wire/endpoint.ts'
import { optionalText } from '#contract/wire/schema.ts'

export const startPasskeySignIn = publicCall({
  summary: 'Begin to sign in with a passkey',
  ...json,
  path: '/rest/auth/passkey/start/',
  why: 'it says the same to everyone',
  body: z.object({ email: optionalText(loginEmail), pin: optionalText(accountNumber) }),
  answer: passkeyOptions,
  refusals: [{ status: 400, when: 'passkeys do not work at this address' }],
})

export const signInWithPasskey = publicCall({
  summary: 'Sign in with a passkey',
  ...json,
  path: '/rest/auth/passkey/',
  why: 'the passkey is the proof',
  body: z.object({
    credential: passkeyAnswer,
    pin: optionalText(accountNumber),
    ...visitFields,
  }),
  answer: z.object({ data: z.object({ redirect_url: z.string() }) }),
  refusals: [
    { status: 400, when: 'the credential cannot be read, or passkeys do not work at this address' },
    {
      status: 401,
      when: 'the passkey is unknown, of another account than the one chosen, or signed something else; `unknown_passkey` is true if it is unknown',
    },
  ],
})
