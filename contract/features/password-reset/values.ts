import type { SentForm } from '#contract/accounts/sent-form.ts'

export type PasswordResetValues = { sent?: SentForm & { isDone?: boolean } }

export type NewPasswordValues = {
  linkToken: string
  /** `unchecked` until the page has checked it. Without JavaScript the server checks it. */
  link: 'unchecked' | 'valid' | 'invalid'
  sent?: SentForm & { isDone?: boolean }
}
