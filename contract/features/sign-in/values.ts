import type { SentForm } from '#contract/accounts/sent-form.ts'

export type SignInBanner = { tone: 'ok' | 'warn' | 'bad' | 'info'; text: string }

export type SignInValues = {
  systemStatus: string
  /** What the URL says happened. */
  banner?: SignInBanner
  /** The email that the URL brings along. */
  email: string
  loginMessage: string
  isMobile: boolean
  /** For who is signed in already: whose account is open on this device, and where it is. */
  signedIn?: { company: string; href: string }
  /** The answer to a form that was sent before the script was there. */
  sent?: SentForm
}
