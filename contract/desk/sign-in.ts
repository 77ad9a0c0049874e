import * as z from 'zod/mini'
import { newPasskey, passkeyAnswer, passkeyOptions } from '#contract/accounts/factors.ts'
import { factorCode } from '#contract/fields/second-factor.ts'
import { currentPassword, loginEmail } from '#contract/fields/sign-in.ts'
import { json } from '#contract/wire/endpoint.ts'
import { secret } from '#contract/wire/field.ts'
import { listed, text } from '#contract/wire/schema.ts'
import { deskCall, openDeskCall } from './desk-call.ts'

/** Carries the requested page through the sign-in. Only pages of the desk count. */
export function withNext(path: string, next: string | undefined): string {
  return isDeskPage(next) ? `${path}?next=${encodeURIComponent(next)}` : path
}

/** Where to go once signed in. */
export function nextOr(path: string, next: string | undefined): string {
  return isDeskPage(next) ? next : path
}

/** A path without double slashes, and a query as URLSearchParams writes it: no scheme, host or backslash. */
function isDeskPage(next: string | undefined): next is string {
  return next !== undefined && /^\/desk\/(?:[\w-]+\/)*[\w-]*(?:\?[\w%.*+&=-]*)?$/.test(next)
}

/** Longer than a customer's: an operator's password opens every account. */
export const DESK_PASSWORD_AT_LEAST = 12
export const deskPassword = secret('Password', {
  required: true,
  minLength: DESK_PASSWORD_AT_LEAST,
  maxLength: 120,
})

export const wrongCredentials = 'The email or the password is wrong, or this operator is disabled.'
export const stepOver = 'This sign-in was completed or has expired. Enter your password again.'
export const wrongCode =
  'This code is wrong, too old, or was already used. Enter the one that the app shows now.'
export const linkOver =
  'This link has been used or has expired. If you already set up your access, sign in. Otherwise, ask an admin for a new link.'
export const passkeyRefused = 'This passkey was not accepted. Try again, or use a code.'
export const tooManyPasskeys = 'You have as many passkeys as are allowed. Remove one first.'
export const signedOut = 'You are signed out. Sign in to the desk again.'
export const noSuchPage =
  'There is no page at this address. The link may be incomplete, or the page has moved.'
export const roleForbidden = (role: string) => `This needs the role ${role}. Your role may have been changed.`

export type SecondStepValues = {
  /** Whether the operator can use a passkey instead of a code, on this page's host. */
  hasPasskey: boolean
}

export type StartValues =
  | { kind: 'over' }
  | {
      kind: 'open'
      email: string
      name: string
      /** The key of the authenticator app, as text and as a QR code. */
      key: string
      qrCode: string
    }

export type DeskPasskey = { id: number; name: string; made: string; lastUsed: string | null }

export type MeValues = {
  passkeys: DeskPasskey[]
  /** Whether passkeys can be created on this page's host. */
  offersPasskeys: boolean
  /** The operator's open sessions. */
  sessions: { id: number; device: string; ip: string; since: string; isThis: boolean }[]
}

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
