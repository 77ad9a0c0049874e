import * as z from 'zod/mini'
import { newPasskey, passkeyAnswer, passkeyOptions } from '#contract/accounts/passkey-credential.ts'
import { factorCode } from '#contract/fields/second-factor.ts'
import { currentPassword, loginEmail } from '#contract/fields/sign-in.ts'
import { call } from '#contract/wire/call.ts'
import { json } from '#contract/wire/endpoint.ts'
import { listed, text } from '#contract/wire/schema.ts'
import { deskPassword } from './fields.ts'

const redirected = z.object({ data: z.object({ redirect_url: z.string() }) })
const done = z.object({ data: z.object({ status: z.literal('done') }) })
const noStep = { status: 401, when: 'no correct password was sent within 15 minutes' } as const
const signedOut = { status: 401, when: 'no operator is signed in' } as const

export const signInToDesk = call({
  summary: 'Begin an operator’s sign-in with the password',
  ...json,
  path: '/desk/api/sign-in/',
  body: z.object({ email: text(loginEmail), password: text(currentPassword) }),
  answer: redirected,
  refusals: [{ status: 401, when: 'the email or password is wrong, or the operator is disabled' }],
})

export const confirmDeskCode = call({
  summary: 'Finish an operator’s sign-in with a code',
  ...json,
  path: '/desk/api/second-step/',
  body: z.object({ code: text(factorCode) }),
  answer: redirected,
  refusals: [{ status: 400, when: 'the code is wrong, too old or already used' }, noStep],
})

export const startDeskPasskeyStep = call({
  summary: 'Begin to finish an operator’s sign-in with a passkey',
  ...json,
  path: '/desk/api/second-step/passkey/start/',
  body: z.object({}),
  answer: passkeyOptions,
  refusals: [{ status: 400, when: 'passkeys do not work at this address' }, noStep],
})

export const confirmDeskPasskey = call({
  summary: 'Finish an operator’s sign-in with a passkey',
  ...json,
  path: '/desk/api/second-step/passkey/',
  body: z.object({ credential: passkeyAnswer }),
  answer: redirected,
  refusals: [
    { status: 400, when: 'the passkey is not one of the operator, or signed something else' },
    noStep,
  ],
})

export const startAtDesk = call({
  summary: 'Choose a password and set up an authenticator app, with a one-time link',
  ...json,
  path: '/desk/api/start/:linkToken/',
  body: z.object({ password: text(deskPassword), code: text(factorCode) }),
  answer: redirected,
  refusals: [
    { status: 400, when: 'the password is too short, or the code is wrong' },
    { status: 404, when: 'the link is unknown, used or too old' },
  ],
})

export const signOutOfDesk = call({
  summary: 'End the operator’s session',
  ...json,
  path: '/desk/api/sign-out/',
  body: z.object({}),
  answer: redirected,
  refusals: [],
})

export const startDeskPasskey = call({
  summary: 'Begin to create a passkey for the desk',
  ...json,
  path: '/desk/api/me/passkeys/start/',
  body: z.object({}),
  answer: passkeyOptions,
  refusals: [{ status: 400, when: 'passkeys do not work at this address, or there are too many' }, signedOut],
})

export const addDeskPasskey = call({
  summary: 'Add the passkey that the browser has created',
  ...json,
  path: '/desk/api/me/passkeys/',
  body: z.object({ credential: newPasskey }),
  answer: done,
  refusals: [
    { status: 400, when: 'the credential is not the one asked for, or is known already' },
    signedOut,
  ],
})

export const removeDeskPasskey = call({
  summary: 'Remove a passkey of the operator',
  ...json,
  path: '/desk/api/me/passkeys/remove/',
  body: z.object({ passkey_id: listed('The id of a passkey') }),
  answer: done,
  refusals: [signedOut, { status: 404, when: 'the operator has no such passkey' }],
})

export const endDeskSession = call({
  summary: 'End another session of the operator',
  ...json,
  path: '/desk/api/me/sessions/end/',
  body: z.object({ session_id: listed('The id of a session') }),
  answer: done,
  refusals: [signedOut, { status: 404, when: 'the operator has no such open session' }],
})
