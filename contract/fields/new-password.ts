import { secret } from '#contract/wire/field.ts'
import type { FormRule } from '#contract/wire/form-rules.ts'
import * as messages from '#contract/wire/rule-messages.ts'
import { PASSWORD_AT_LEAST } from './sign-in.ts'

/** Used wherever someone with an account chooses a password; it is typed twice. */
export const newPassword = secret('Password', { required: true, minLength: PASSWORD_AT_LEAST })
export const confirmNewPassword = secret('Confirm password', newPassword.validation)

export const newPasswordRules: readonly FormRule<'password' | 'password_confirm'>[] = [
  { kind: 'same', fields: ['password', 'password_confirm'], message: messages.passwordsDiffer },
]
