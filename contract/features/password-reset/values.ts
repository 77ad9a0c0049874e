import type { SentForm } from '#contract/accounts/sent-form.ts'

export type PasswordResetValues = { sent?: SentForm & { isDone?: boolean } }

export type NewPasswordValues = {
  linkToken: string
  /**
   * `unchecked` until the page has checked it. Without JavaScript the server checks it. `used`: a new password was
   * sent with a link that had been used, perhaps by a request whose answer was lost.
   */
  link: 'unchecked' | 'valid' | 'invalid' | 'used'
  sent?: SentForm & { isDone?: boolean }
}
