import * as z from 'zod/mini'
import type { Everyone } from '#contract/accounts/factors.ts'
import { everyScope } from '#contract/accounts/roles.ts'
import { factorCode } from '#contract/fields/second-factor.ts'
import { currentPassword } from '#contract/fields/sign-in.ts'
import { accountCall } from '#contract/wire/call.ts'
import { json } from '#contract/wire/endpoint.ts'
import { optionalText, text } from '#contract/wire/schema.ts'

export type SecondFactorValues = {
  /** Null while it is off. `since` is formatted in the account's time zone. */
  factor: { since: string; codesLeft: number } | null
  /** The owner requires it of everyone. */
  isDemanded: boolean
  /** With a passkey as well, it can still be turned off. */
  hasPasskey: boolean
  /** Null for everyone but the owner. */
  everyone: Everyone | null
}

/** Pages omit both: people are asked to confirm their identity if necessary. */
const passwordAndCode = z.object({
  current_password: optionalText(currentPassword),
  code: optionalText(factorCode),
})
const shownIn = { password: 'current_password', code: 'code' }
const recoveryCodes = z.object({ data: z.object({ recovery_codes: z.array(z.string()) }) })

export const startSecondFactor = accountCall({
  ...json,
  path: '/rest/account/second-factor/start/',
  who: 'own',
  scopes: ['account'],
  names: 'nothing',
  stepUp: { password: 'current_password' },
  body: z.object({ current_password: optionalText(currentPassword) }),
  answer: z.object({ data: z.object({ key: z.string(), qr_code: z.string() }) }),
})

export const turnOnSecondFactor = accountCall({
  ...json,
  path: '/rest/account/second-factor/on/',
  who: 'own',
  scopes: ['account'],
  names: 'nothing',
  stepUp: 'always',
  body: z.object({ code: text(factorCode) }),
  answer: recoveryCodes,
})

export const renewRecoveryCodes = accountCall({
  ...json,
  path: '/rest/account/second-factor/recovery-codes/',
  who: 'own',
  scopes: ['account'],
  names: 'nothing',
  stepUp: shownIn,
  body: passwordAndCode,
  answer: recoveryCodes,
})

export const turnOffSecondFactor = accountCall({
  ...json,
  path: '/rest/account/second-factor/off/',
  who: 'own',
  scopes: ['account'],
  names: 'nothing',
  stepUp: shownIn,
  body: passwordAndCode,
  answer: z.object({ data: z.object({ status: z.literal('off') }) }),
})

export const keepSecondFactor = accountCall({
  ...json,
  path: '/rest/account/second-factor/keep/',
  who: 'own',
  scopes: everyScope,
  stepUp: { none: 'it stops a change' },
  names: 'nothing',
  body: z.object({}),
  answer: z.object({ data: z.object({ status: z.literal('kept') }) }),
})
