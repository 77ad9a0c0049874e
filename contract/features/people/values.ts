import type { SentForm } from '#contract/accounts/sent-form.ts'
import type { Person } from './calls.ts'

/** Who is in the account, and how many the plan has room for. */
export type PeopleValues = { people: Person[]; seats: number }

export type Invitation = { email: string; company: string; pin: string; ownerName: string }

export type InvitationValues = {
  linkToken: string
  /** Null where the link does not work: unknown, withdrawn, replaced, used or too old. */
  invitation: Invitation | null
  wasUsed: boolean
  sent?: SentForm & { fullName?: string; isDone?: boolean }
}
