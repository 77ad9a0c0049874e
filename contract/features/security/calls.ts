import * as z from 'zod/mini'
import { newPasswordChecks, newPasswordForm } from '#contract/fields/new-password-form.ts'
import { email, timeZone } from '#contract/fields/person.ts'
import { currentPassword } from '#contract/fields/sign-in.ts'
import { call } from '#contract/wire/call.ts'
import { json } from '#contract/wire/endpoint.ts'
import { listed, optionalText, text } from '#contract/wire/schema.ts'

/** A session as shown to its person; moments are formatted in the account's time zone. */
export const signedInDevice = z.object({
  id: z.number(),
  browser: z.string(),
  system: z.string(),
  address: z.string(),
  since: z.string(),
  last_seen: z.string(),
  is_this: z.boolean(),
})
export type SignedInDevice = z.infer<typeof signedInDevice>

const sessions = z.object({ data: z.object({ sessions: z.array(signedInDevice) }) })
const changed = z.object({ data: z.object({ status: z.literal('changed') }) })
const signedOut = { status: 401, when: 'no one is signed in' } as const

export const endSession = call({
  summary: 'End another session of the person who is signed in',
  ...json,
  path: '/rest/account/sessions/end/',
  body: z.object({ session_id: listed('The id of a session') }),
  answer: sessions,
  refusals: [signedOut, { status: 404, when: 'the person has no such other session' }],
})

export const endOtherSessions = call({
  summary: 'End all other sessions of the person who is signed in',
  ...json,
  path: '/rest/account/sessions/end-others/',
  body: z.object({}),
  answer: sessions,
  refusals: [signedOut],
})

export const changePassword = call({
  summary: 'Change the password of the person who is signed in',
  ...json,
  path: '/rest/account/password/',
  stepUp: { password: 'current_password' },
  body: z.object({ current_password: text(currentPassword), ...newPasswordForm }).check(...newPasswordChecks),
  answer: z.object({ data: z.object({ status: z.literal('changed'), sessions: z.array(signedInDevice) }) }),
  refusals: [
    { status: 400, when: 'the old password is wrong, or a new one is too short or the two differ' },
    signedOut,
  ],
})

export const askForEmail = call({
  summary: 'Request a new email. A link is sent to it.',
  ...json,
  path: '/rest/account/email/',
  stepUp: { password: 'current_password' },
  body: z.object({ email: text(email), current_password: optionalText(currentPassword) }),
  answer: z.object({ data: z.object({ status: z.literal('sent') }) }),
  refusals: [
    {
      status: 400,
      when: 'the password is wrong, or the email malformed, unchanged or in the account already',
    },
    signedOut,
  ],
})

export const stopEmailChange = call({
  summary: 'Cancel a change of email that is not confirmed yet',
  ...json,
  path: '/rest/account/email/stop/',
  body: z.object({}),
  answer: z.object({ data: z.object({ status: z.literal('stopped') }) }),
  refusals: [signedOut],
})

export const testEmail = call({
  summary: 'Send a test email with a link to the email of the person who is signed in',
  ...json,
  path: '/rest/account/email/test/',
  body: z.object({}),
  answer: z.object({ data: z.object({ status: z.literal('sent') }) }),
  refusals: [signedOut],
})

export const changeTimeZone = call({
  summary: 'Change the time zone of the account',
  ...json,
  path: '/rest/account/time-zone/',
  body: z.object({ time_zone: text(timeZone) }),
  answer: changed,
  refusals: [
    { status: 400, when: 'the time zone is not one of the listed ones' },
    signedOut,
    { status: 403, when: 'the role of the person does not allow it' },
  ],
})
