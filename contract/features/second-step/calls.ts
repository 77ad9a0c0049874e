import * as z from 'zod/mini'
import { passkeyAnswer, passkeyOptions } from '#contract/accounts/passkey-credential.ts'
import { factorCode } from '#contract/fields/second-factor.ts'
import { linkCall, secretCall } from '#contract/wire/call.ts'
import { form, json } from '#contract/wire/endpoint.ts'
import { checkbox, text } from '#contract/wire/schema.ts'

export const confirmSecondStep = secretCall({
  ...form,
  path: '/rest/auth/second-step/',
  proof: 'the cookie of a correct password',
  body: z.object({ code: text(factorCode), trust_device: checkbox() }),
  answer: z.object({ data: z.object({ redirect_url: z.string() }) }),
})

export const startPasskeyStep = secretCall({
  ...json,
  path: '/rest/auth/second-step/passkey/start/',
  proof: 'the cookie of a correct password',
  body: z.object({}),
  answer: passkeyOptions,
})

export const confirmStepWithPasskey = secretCall({
  ...json,
  path: '/rest/auth/second-step/passkey/',
  proof: 'the cookie of a correct password',
  body: z.object({ credential: passkeyAnswer }),
  answer: z.object({ data: z.object({ redirect_url: z.string() }) }),
})

export const askForFactorRecovery = secretCall({
  ...form,
  path: '/rest/auth/second-step/recovery/',
  proof: 'the cookie of a correct password',
  body: z.object({}),
  answer: z.object({ data: z.object({ removes_at: z.string() }) }),
})

export const cancelFactorRecovery = linkCall({
  ...form,
  path: '/rest/auth/second-step/keep/:linkToken/',
  body: z.object({}),
  answer: z.object({ data: z.object({ status: z.literal('kept') }) }),
})
