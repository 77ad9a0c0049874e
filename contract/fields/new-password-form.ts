import { formChecks, text } from '#contract/wire/schema.ts'
import { confirmNewPassword, newPassword, newPasswordRules } from './new-password.ts'

export const newPasswordForm = { password: text(newPassword), password_confirm: text(confirmNewPassword) }
export const newPasswordChecks = formChecks(newPasswordRules, 'once fields are right')
