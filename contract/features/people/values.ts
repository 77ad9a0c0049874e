import type { SentForm } from '#contract/accounts/sent-form.ts'
import type { Person } from './calls.ts'

/** The people in the account, and the number of seats in the plan. */
export type PeopleValues = { people: Person[]; seats: number }

export type Invitation = { email: string; company: string; pin: string; ownerName: string }

export type InvitationValues = {
  linkToken: string
  /** Null if the link is invalid: unknown, withdrawn, replaced, used or expired. */
  invitation: Invitation | null
  wasUsed: boolean
  sent?: SentForm & { fullName?: string; isDone?: boolean }
}
