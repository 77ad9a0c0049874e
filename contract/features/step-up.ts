import * as z from 'zod/mini'
import { passkeyAnswer, passkeyOptions } from '#contract/accounts/factors.ts'
import { everyScope } from '#contract/accounts/roles.ts'
import { factorCode } from '#contract/fields/second-factor.ts'
import { currentPassword } from '#contract/fields/sign-in.ts'
import { accountCall } from '#contract/wire/call.ts'
import { json } from '#contract/wire/endpoint.ts'
import { optionalText } from '#contract/wire/schema.ts'

export const confirmIdentity = accountCall({
  ...json,
  path: '/rest/account/step-up/',
  who: 'own',
  scopes: everyScope,
  stepUp: { none: 'it shows the factor itself' },
  names: 'nothing',
  body: z.object({
    password: optionalText(currentPassword),
    code: optionalText(factorCode),
    credential: z.optional(passkeyAnswer),
  }),
  answer: z.object({ data: z.object({ status: z.literal('confirmed') }) }),
})

export const startPasskeyConfirmation = accountCall({
  ...json,
  path: '/rest/account/step-up/passkey/',
  who: 'own',
  scopes: everyScope,
  stepUp: { none: 'it begins the confirmation' },
  names: 'nothing',
  body: z.object({}),
  answer: passkeyOptions,
})
