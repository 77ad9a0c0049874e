import type { SentForm } from '#contract/accounts/sent-form.ts'

export type PasswordResetValues = { sent?: SentForm & { isDone?: boolean } }

export type NewPasswordValues = {
  linkToken: string
  /** `unchecked` until the page has asked; without a script the server has looked already. */
  link: 'unchecked' | 'valid' | 'invalid'
  sent?: SentForm & { isDone?: boolean }
}
