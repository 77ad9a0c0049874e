import * as z from 'zod/mini'
import * as messages from '#contract/wire/rule-messages.ts'
import { text } from '#contract/wire/schema.ts'
import { confirmNewPassword, newPassword } from './sign-in.ts'

/** Wherever a password is chosen it is typed twice. */
export const newPasswords = { password: text(newPassword), password_confirm: text(confirmNewPassword) }

export const passwordsAreAlike = z.refine<{ password: string; password_confirm: string }>(
  (body) => body.password === body.password_confirm,
  { path: ['password_confirm'], error: messages.passwordsDiffer },
)
