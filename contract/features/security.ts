import * as z from 'zod/mini'
import { everyScope } from '#contract/accounts/roles.ts'
import type { SentForm } from '#contract/accounts/sign-in.ts'
import { newPasswordChecks, newPasswordForm } from '#contract/fields/new-password-form.ts'
import { email, timeZone } from '#contract/fields/person.ts'
import { currentPassword } from '#contract/fields/sign-in.ts'
import { accountCall } from '#contract/wire/call.ts'
import { json } from '#contract/wire/endpoint.ts'
import { field } from '#contract/wire/field.ts'
import { listed, optionalText, text } from '#contract/wire/schema.ts'

/** Empty removes the name. */
export const deviceName = field('Name', { maxLength: 40 })

const device = {
  id: z.number(),
  /** The person's name for it. Empty if unnamed. */
  name: z.string(),
  browser: z.string(),
  system: z.string(),
  address: z.string(),
  is_this: z.boolean(),
}

/** A session as shown to its person; moments are formatted in the account's time zone. */
export const signedInDevice = z.object({ ...device, since: z.string(), last_seen: z.string() })
export type SignedInDevice = z.infer<typeof signedInDevice>

/** A device that needs no code. */
export const trustedDevice = z.object({ ...device, until: z.string() })
export type TrustedDevice = z.infer<typeof trustedDevice>

const devices = { sessions: z.array(signedInDevice), trusted_devices: z.array(trustedDevice) }
const listing = z.object({ data: z.object(devices) })
/** Trust ends with a device's sessions, so both lists are sent together. */
export type Devices = z.infer<typeof listing>['data']
const changed = z.object({ data: z.object({ status: z.literal('changed') }) })

export const endSession = accountCall({
  ...json,
  path: '/rest/account/sessions/end/',
  who: 'own',
  scopes: ['account'],
  stepUp: { none: 'it takes access away' },
  names: { session_id: 'session' },
  body: z.object({ session_id: listed('The id of a session') }),
  answer: listing,
})

export const endOtherSessions = accountCall({
  ...json,
  path: '/rest/account/sessions/end-others/',
  who: 'own',
  scopes: ['account'],
  stepUp: { none: 'it takes access away' },
  names: 'nothing',
  body: z.object({}),
  answer: listing,
})

export const nameDevice = accountCall({
  ...json,
  path: '/rest/account/sessions/name/',
  who: 'own',
  scopes: ['account'],
  stepUp: { none: 'it gives no one access and moves no money' },
  names: { session_id: 'session' },
  body: z.object({ session_id: listed('The id of a session'), name: text(deviceName) }),
  answer: listing,
})

export const forgetDevice = accountCall({
  ...json,
  path: '/rest/account/trusted-devices/forget/',
  who: 'own',
  scopes: ['account'],
  stepUp: { none: 'it takes access away' },
  names: { device_id: 'trusted-device' },
  body: z.object({ device_id: listed('The id of a trusted device') }),
  answer: listing,
})

export const changePassword = accountCall({
  ...json,
  path: '/rest/account/password/',
  who: 'own',
  scopes: ['account'],
  names: 'nothing',
  stepUp: { password: 'current_password' },
  body: z.object({ current_password: text(currentPassword), ...newPasswordForm }).check(...newPasswordChecks),
  answer: z.object({ data: z.object({ status: z.literal('changed'), ...devices }) }),
})

export const askForEmail = accountCall({
  ...json,
  path: '/rest/account/email/',
  who: 'own',
  scopes: everyScope,
  names: 'nothing',
  stepUp: { password: 'current_password' },
  body: z.object({ email: text(email), current_password: optionalText(currentPassword) }),
  answer: z.object({ data: z.object({ status: z.literal('sent') }) }),
})

export const stopEmailChange = accountCall({
  ...json,
  path: '/rest/account/email/stop/',
  who: 'own',
  scopes: everyScope,
  stepUp: { none: 'it stops a change' },
  names: 'nothing',
  body: z.object({}),
  answer: z.object({ data: z.object({ status: z.literal('stopped') }) }),
})

export const testEmail = accountCall({
  ...json,
  path: '/rest/account/email/test/',
  who: 'own',
  scopes: everyScope,
  stepUp: { none: 'it gives no one access and moves no money' },
  names: 'nothing',
  body: z.object({}),
  answer: z.object({ data: z.object({ status: z.literal('sent') }) }),
})

export const changeTimeZone = accountCall({
  ...json,
  path: '/rest/account/time-zone/',
  who: 'manage-settings',
  scopes: ['account'],
  stepUp: { none: 'it gives no one access and moves no money' },
  names: 'nothing',
  body: z.object({ time_zone: text(timeZone) }),
  answer: changed,
})

/** The number of sessions listed: the most recently used. For trusted devices: the newest. */
export const DEVICES_LISTED = 100

export type SecurityValues = Devices & {
  /** A new email that has not been confirmed yet by its mailed link. */
  waitingEmail: string | null
  /** Null while two-step verification is off. */
  factor: { codesLeft: number } | null
  /** How many the person has. */
  passkeys: number
  timeZone: string
  /** The time zone the account was bought in and is charged in. Null for everyone but the owner. */
  billingTimeZone: string | null
}

export type EmailBounce = {
  kind: 'hard' | 'soft' | 'complaint'
  /** Formatted in the time zone of the account. */
  since: string
  /** A test email bounced as well. */
  isTestReturned: boolean
}

/** The email bounced: why, and what can be done about it. */
export type EmailBouncedValues = {
  email: string
  /** Null once the email works again. */
  bounce: EmailBounce | null
  waitingEmail: string | null
  /** Where the person continues without doing anything. */
  next: string
}

export type EmailWorksValues = {
  linkToken: string
  /** Null if the link no longer works. */
  test: { email: string; company: string; pin: string } | null
  wasUsed: boolean
  sent?: SentForm & { isDone?: boolean }
}

export type NewEmailValues = {
  linkToken: string
  change: { from: string; to: string; company: string; pin: string } | null
  wasUsed: boolean
  sent?: SentForm & { isDone?: boolean }
}
