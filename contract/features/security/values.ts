import type { SentForm } from '#contract/accounts/sent-form.ts'
import type { Devices } from './calls.ts'

/** So many sessions are listed: the ones that were used last. The same for trusted devices: the newest. */
export const DEVICES_LISTED = 100

export type SecurityValues = Devices & {
  /** A new email that has not been confirmed yet by its mailed link. */
  waitingEmail: string | null
  /** Null while two-step verification is off. */
  factor: { codesLeft: number } | null
  /** How many the person has. */
  passkeys: number
  timeZone: string
  /** The time zone the account was bought in and is charged in. Null for everyone but the owner. */
  billingTimeZone: string | null
}

export type EmailBounce = {
  kind: 'hard' | 'soft' | 'complaint'
  /** Formatted in the time zone of the account. */
  since: string
  /** A test email came back as well. */
  isTestReturned: boolean
}

/** The email came back: why, and what can be done about it. */
export type EmailBouncedValues = {
  email: string
  /** Null once the email works again. */
  bounce: EmailBounce | null
  waitingEmail: string | null
  /** Where the person goes on to without doing anything. */
  next: string
}

export type EmailWorksValues = {
  linkToken: string
  /** Null if the link no longer works. */
  test: { email: string; company: string; pin: string } | null
  wasUsed: boolean
  sent?: SentForm & { isDone?: boolean }
}

export type NewEmailValues = {
  linkToken: string
  change: { from: string; to: string; company: string; pin: string } | null
  wasUsed: boolean
  sent?: SentForm & { isDone?: boolean }
}
