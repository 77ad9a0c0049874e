import type { SentForm } from '#contract/accounts/sent-form.ts'

export type SignInBanner = { tone: 'ok' | 'warn' | 'bad' | 'info'; text: string }

export type SignInValues = {
  systemStatus: string
  /** The banner that the URL's `status` asks for. */
  banner?: SignInBanner
  /** The email from the URL. */
  email: string
  loginMessage: string
  isMobile: boolean
  /** Whether passkeys work at the address of this page. */
  offersPasskeys: boolean
  /** Set if someone is already signed in on this device: the account's company and where it leads. */
  signedIn?: { company: string; href: string }
  /** The result of a form posted before hydration. */
  sent?: SentForm
}
