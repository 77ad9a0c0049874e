import * as z from 'zod/mini'
import { passkeyAnswer, passkeyOptions } from '#contract/accounts/factors.ts'
import type { SentForm } from '#contract/accounts/sign-in.ts'
import { factorCode } from '#contract/fields/second-factor.ts'
import { linkCall, secretCall } from '#contract/wire/call.ts'
import { form, json } from '#contract/wire/endpoint.ts'
import { checkbox, text } from '#contract/wire/schema.ts'

/** Whose password was entered, and for which account. */
export type SignedInTo = { email: string; company: string; pin: string }

export type SecondStepValues = {
  account: SignedInTo
  /** False if the person has only passkeys. */
  hasApp: boolean
  /** How many recovery codes are left. */
  codesLeft: number
  /** Whether the person can use a passkey instead, on this page's host. */
  hasPasskey: boolean
  /** When the lost factor is removed, formatted in the account's time zone. Null if nobody asked. */
  removesAt: string | null
  /** How long removal would take if requested now. */
  waitHours: number
  /**
   * The result of a form posted before hydration. `continueTo`: a partner's page, to which a form may not
   * redirect.
   */
  sent?: Pick<SentForm, 'errors'> & { continueTo?: string }
}

export type KeepSecondFactorValues = {
  linkToken: string
  isOpen: boolean
  /** What would be removed. */
  what: 'second-factor' | 'passkeys'
  sent?: Pick<SentForm, 'errors'> & { isDone?: boolean }
}

export type SecondFactorDemandValues = {
  state: /** The session opens nothing before a factor is set up, which begins with a password. */
    | { kind: 'paused'; signInPath: string }
    | { kind: 'asks'; account: SignedInTo }
    | { kind: 'scan'; account: SignedInTo; key: string; qrCode: string }
    | { kind: 'codes'; codes: string[] }
    /** Set up, but not continued yet. The codes were shown before. */
    | { kind: 'on' }
    /** No longer required since the password was entered. */
    | { kind: 'optional' }
    /** To a partner's page, to which a form may not redirect. */
    | { kind: 'leaves'; continueTo: string }
  sent?: Pick<SentForm, 'errors'>
}

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
