import * as z from 'zod/mini'
import { passkeyAnswer, passkeyOptions } from '#contract/accounts/passkey-credential.ts'
import { everyScope } from '#contract/accounts/roles.ts'
import { STEP_UP_MINUTES } from '#contract/calendar/lifetimes.ts'
import { factorCode } from '#contract/fields/second-factor.ts'
import { currentPassword } from '#contract/fields/sign-in.ts'
import { accountCall } from '#contract/wire/call.ts'
import { json } from '#contract/wire/endpoint.ts'
import { optionalText } from '#contract/wire/schema.ts'

export const confirmIdentity = accountCall({
  summary: `Confirm who is signed in, before a call that asks for it (\`step_up\`). Good for ${STEP_UP_MINUTES} minutes.`,
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
  refusals: [
    { status: 400, when: 'the password or the code is missing or wrong' },
    { status: 401, when: 'no one is signed in, or the passkey is not the one asked for' },
    { status: 403, when: 'this way is not enough for this person: `step_up` lists the ways that are' },
  ],
})

export const startPasskeyConfirmation = accountCall({
  summary: 'Begin to confirm with a passkey who is signed in',
  ...json,
  path: '/rest/account/step-up/passkey/',
  who: 'own',
  scopes: everyScope,
  stepUp: { none: 'it begins the confirmation' },
  names: 'nothing',
  body: z.object({}),
  answer: passkeyOptions,
  refusals: [
    { status: 400, when: 'passkeys do not work at this address' },
    { status: 401, when: 'no one is signed in' },
  ],
})
