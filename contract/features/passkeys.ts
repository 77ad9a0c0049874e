import * as z from 'zod/mini'
import { newPasskey, passkeyOptions } from '#contract/accounts/factors.ts'
import { everyScope } from '#contract/accounts/roles.ts'
import { currentPassword } from '#contract/fields/sign-in.ts'
import { accountCall } from '#contract/wire/call.ts'
import { json } from '#contract/wire/endpoint.ts'
import { field } from '#contract/wire/field.ts'
import { notAChoice } from '#contract/wire/rule-messages.ts'
import { checkbox, listed, text } from '#contract/wire/schema.ts'

export const passkeyName = field('Name', { required: true, maxLength: 60 })

/** A passkey as shown to its person; moments are formatted in the account's time zone. */
export const passkey = z.object({
  id: z.number(),
  name: z.string(),
  made: z.string(),
  last_used: z.nullable(z.string()),
  is_synced: z.boolean(),
})
export type Passkey = z.infer<typeof passkey>

/** The passkeys that still work, for PublicKeyCredential.signalAllAcceptedCredentials. */
const accepted = z.object({
  rpId: z.string(),
  userId: z.string(),
  allAcceptedCredentialIds: z.array(z.string()),
})
export type AcceptedPasskeys = z.infer<typeof accepted>

const passkeys = z.array(passkey)

export const startPasskey = accountCall({
  ...json,
  path: '/rest/account/passkeys/start/',
  who: 'own',
  scopes: ['account'],
  names: 'nothing',
  stepUp: 'always',
  body: z.object({ is_automatic: checkbox() }),
  answer: passkeyOptions,
})

export const addPasskey = accountCall({
  ...json,
  path: '/rest/account/passkeys/',
  who: 'own',
  scopes: ['account'],
  stepUp: { none: 'it finishes what was confirmed' },
  names: 'nothing',
  body: z.object({ credential: newPasskey, is_automatic: checkbox() }),
  answer: z.object({ data: z.object({ added: passkey, passkeys }) }),
})

export const renamePasskey = accountCall({
  ...json,
  path: '/rest/account/passkeys/rename/',
  who: 'own',
  scopes: ['account'],
  stepUp: { none: 'it gives no one access and moves no money' },
  names: { passkey_id: 'passkey' },
  body: z.object({ passkey_id: listed('The id of a passkey'), name: text(passkeyName) }),
  answer: z.object({ data: z.object({ passkeys }) }),
})

export const removePasskey = accountCall({
  ...json,
  path: '/rest/account/passkeys/remove/',
  who: 'own',
  scopes: ['account'],
  names: { passkey_id: 'passkey' },
  stepUp: 'always',
  body: z.object({ passkey_id: listed('The id of a passkey') }),
  answer: z.object({ data: z.object({ passkeys, accepted: z.nullable(accepted) }) }),
})

export const recoverPasskeys = accountCall({
  ...json,
  path: '/rest/account/passkeys/lost/',
  who: 'own',
  scopes: everyScope,
  stepUp: { none: 'it waits for a day or three, and a mailed link cancels it' },
  names: 'nothing',
  body: z.object({ current_password: text(currentPassword) }),
  answer: z.object({ data: z.object({ removes_at: z.string() }) }),
})

export const answerPasskeyOffer = accountCall({
  ...json,
  path: '/rest/account/passkeys/offer/',
  who: 'own',
  scopes: ['account'],
  stepUp: { none: 'it gives no one access and moves no money' },
  names: 'nothing',
  body: z.object({ answer: z.enum(['asked', 'never'], { error: notAChoice }) }),
  answer: z.object({ data: z.object({ status: z.literal('noted') }) }),
})

export type PasskeysValues = {
  email: string
  /** Null for someone who can only pay or reactivate: they may only report their passkeys as lost. */
  passkeys: Passkey[] | null
  hasPasskeys: boolean
  /**
   * For someone who can confirm a change only by passkey: when lost passkeys are removed, or null if nobody
   * asked, and how long that would take from now.
   */
  lost?: { removesAt: string | null; waitHours: number } | undefined
  /**
   * For someone who can only pay or reactivate, but needs no passkey for that: what confirms a change
   * instead.
   */
  confirmsWith?: 'code' | 'password' | undefined
  /** Where passkeys work, if not on this page's host. */
  worksAt: string | null
}
