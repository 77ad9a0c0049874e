import * as z from 'zod/mini'
import type { SentForm } from '#contract/accounts/sign-in.ts'
import { newPasswordChecks, newPasswordForm } from '#contract/fields/new-password-form.ts'
import { accountNumber, loginEmail } from '#contract/fields/sign-in.ts'
import { linkCall, publicCall } from '#contract/wire/call.ts'
import { form, read } from '#contract/wire/endpoint.ts'
import { checkbox, optionalText, text } from '#contract/wire/schema.ts'

export type PasswordResetValues = { sent?: SentForm & { isDone?: boolean } }

export type NewPasswordValues = {
  linkToken: string
  /**
   * `unchecked` until the page has checked it; without JavaScript the server checks it. `used`: a new
   * password was sent with a used link, perhaps because the first answer was lost.
   */
  link: 'unchecked' | 'valid' | 'invalid' | 'used'
  sent?: SentForm & { isDone?: boolean }
}

export const requestPasswordReset = publicCall({
  number: 9,
  summary: 'Ask for a link to set a new password',
  ...form,
  answerKey: '',
  path: '/rest/auth/password_reset/',
  why: 'it answers the same for every email',
  body: z.object({
    email: text(loginEmail),
    pin: optionalText(accountNumber),
    mobile_retry: checkbox(),
  }),
  answer: z.object({ data: z.object({ status: z.literal('sent') }) }),
  refusals: [{ status: 400, when: 'the email is missing or malformed' }],
})

export const checkResetLink = linkCall({
  number: 10,
  summary: 'Check a password reset link without using it up',
  ...read,
  path: '/rest/auth/password_reset/confirm/:linkToken/',
  body: z.object({}),
  answer: z.object({ data: z.object({ valid: z.literal(true) }) }),
  refusals: [{ status: 404, when: 'the link is unknown, used or more than an hour old' }],
})

export const chooseNewPassword = linkCall({
  number: 11,
  summary: 'Set a new password with a link',
  ...form,
  answerKey: '',
  path: '/rest/auth/password_reset/confirm/:linkToken/',
  body: z.object(newPasswordForm).check(...newPasswordChecks),
  answer: z.object({ data: z.object({ status: z.literal('changed') }) }),
  refusals: [
    { status: 400, when: 'a password is too short or the two differ' },
    { status: 404, when: 'the link is unknown, used or more than an hour old' },
  ],
})
