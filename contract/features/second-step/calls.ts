import * as z from 'zod/mini'
import { passkeyAnswer, passkeyOptions } from '#contract/accounts/passkey-credential.ts'
import { factorCode } from '#contract/fields/second-factor.ts'
import { linkCall, secretCall } from '#contract/wire/call.ts'
import { form, json } from '#contract/wire/endpoint.ts'
import { checkbox, text } from '#contract/wire/schema.ts'

export const confirmSecondStep = secretCall({
  summary: 'Finish a sign-in with the code of an authenticator app or a recovery code',
  ...form,
  path: '/rest/auth/second-step/',
  proof: 'the cookie of a correct password',
  body: z.object({ code: text(factorCode), trust_device: checkbox() }),
  answer: z.object({ data: z.object({ redirect_url: z.string() }) }),
  refusals: [
    { status: 400, when: 'the code is missing, wrong or already used' },
    { status: 401, when: 'no correct password was sent before, or more than 15 minutes ago' },
  ],
})

export const startPasskeyStep = secretCall({
  summary: 'Begin to finish a sign-in with a passkey',
  ...json,
  path: '/rest/auth/second-step/passkey/start/',
  proof: 'the cookie of a correct password',
  body: z.object({}),
  answer: passkeyOptions,
  refusals: [
    { status: 400, when: 'passkeys do not work at this address' },
    { status: 401, when: 'no correct password was sent before, or more than 15 minutes ago' },
  ],
})

export const confirmStepWithPasskey = secretCall({
  summary: 'Finish a sign-in with a passkey',
  ...json,
  path: '/rest/auth/second-step/passkey/',
  proof: 'the cookie of a correct password',
  body: z.object({ credential: passkeyAnswer }),
  answer: z.object({ data: z.object({ redirect_url: z.string() }) }),
  refusals: [
    { status: 400, when: 'the credential cannot be read, or passkeys do not work at this address' },
    {
      status: 401,
      when: 'the passkey is unknown or of somebody else, or no correct password was sent within 15 minutes',
    },
  ],
})

export const askForFactorRecovery = secretCall({
  summary: 'Ask to remove a second factor that was lost, after 24 or 72 hours',
  ...form,
  path: '/rest/auth/second-step/recovery/',
  proof: 'the cookie of a correct password',
  body: z.object({}),
  answer: z.object({ data: z.object({ removes_at: z.string() }) }),
  refusals: [{ status: 401, when: 'no correct password was sent before, or more than 15 minutes ago' }],
})

export const cancelFactorRecovery = linkCall({
  summary: 'Keep the second factor, with the link that was mailed',
  ...form,
  path: '/rest/auth/second-step/keep/:linkToken/',
  body: z.object({}),
  answer: z.object({ data: z.object({ status: z.literal('kept') }) }),
  refusals: [{ status: 404, when: 'the link is unknown or used, or the factor is already removed' }],
})
