import type { SentForm } from '#contract/accounts/sent-form.ts'
import type { SignedInDevice } from './calls.ts'

export type SecurityValues = {
  sessions: SignedInDevice[]
  /** An email that waits to be confirmed by the link that was mailed to it. */
  waitingEmail: string | null
  timeZone: string
  /** In which the account was bought, and is charged: its owner's matter, null for everyone else. */
  billingTimeZone: string | null
}

export type NewEmailValues = {
  linkToken: string
  change: { from: string; to: string; company: string; pin: string } | null
  wasUsed: boolean
  sent?: SentForm & { isDone?: boolean }
}
