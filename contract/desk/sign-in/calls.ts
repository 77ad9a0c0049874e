import * as z from 'zod/mini'
import { newPasskey, passkeyAnswer, passkeyOptions } from '#contract/accounts/passkey-credential.ts'
import { deskCall, openDeskCall } from '#contract/desk/desk-call.ts'
import { factorCode } from '#contract/fields/second-factor.ts'
import { currentPassword, loginEmail } from '#contract/fields/sign-in.ts'
import { json } from '#contract/wire/endpoint.ts'
import { listed, text } from '#contract/wire/schema.ts'
import { deskPassword } from './fields.ts'

const redirected = z.object({ data: z.object({ redirect_url: z.string() }) })
const done = z.object({ data: z.object({ status: z.literal('done') }) })

export const signInToDesk = openDeskCall({
  ...json,
  path: '/desk/api/sign-in/',
  body: z.object({ email: text(loginEmail), password: text(currentPassword) }),
  answer: redirected,
})

export const confirmDeskCode = openDeskCall({
  ...json,
  path: '/desk/api/second-step/',
  body: z.object({ code: text(factorCode) }),
  answer: redirected,
})

export const startDeskPasskeyStep = openDeskCall({
  ...json,
  path: '/desk/api/second-step/passkey/start/',
  body: z.object({}),
  answer: passkeyOptions,
})

export const confirmDeskPasskey = openDeskCall({
  ...json,
  path: '/desk/api/second-step/passkey/',
  body: z.object({ credential: passkeyAnswer }),
  answer: redirected,
})

export const startAtDesk = openDeskCall({
  ...json,
  path: '/desk/api/start/:linkToken/',
  body: z.object({ password: text(deskPassword), code: text(factorCode) }),
  answer: redirected,
})

export const signOutOfDesk = openDeskCall({
  ...json,
  path: '/desk/api/sign-out/',
  body: z.object({}),
  answer: redirected,
})

export const startDeskPasskey = deskCall({
  ...json,
  path: '/desk/api/me/passkeys/start/',
  who: 'read',
  body: z.object({}),
  answer: passkeyOptions,
})

export const addDeskPasskey = deskCall({
  ...json,
  path: '/desk/api/me/passkeys/',
  who: 'read',
  body: z.object({ credential: newPasskey }),
  answer: done,
})

export const removeDeskPasskey = deskCall({
  ...json,
  path: '/desk/api/me/passkeys/remove/',
  who: 'read',
  body: z.object({ passkey_id: listed('The id of a passkey') }),
  answer: done,
})

export const endDeskSession = deskCall({
  ...json,
  path: '/desk/api/me/sessions/end/',
  who: 'read',
  body: z.object({ session_id: listed('The id of a session') }),
  answer: done,
})
