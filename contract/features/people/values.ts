import type { Role } from '#contract/accounts/roles.ts'
import type { SentForm } from '#contract/accounts/sent-form.ts'
import type { StepUpWay } from '#contract/accounts/step-up.ts'
import type { Person, SharedDialer } from './calls.ts'

/** The people in the account, the number of seats in the plan, and who uses which dialer. */
export type PeopleValues = { people: Person[]; seats: number; dialers: SharedDialer[] }

export type Invitation = { email: string; company: string; pin: string; inviterName: string; role: Role }

export type InvitationValues = {
  linkToken: string
  /** Null if the link is invalid: unknown, withdrawn, replaced, used or expired. */
  invitation: Invitation | null
  wasUsed: boolean
  sent?: SentForm & { fullName?: string; isDone?: boolean }
}

/** A hand-over that support asked for, as one of the two people sees it. */
export type HandOverOffer = {
  company: string
  pin: string
  formerName: string
  nextName: string
  isFormer: boolean
  hasAgreed: boolean
  hasOtherAgreed: boolean
  /** Formatted. */
  until: string
}

export type HandOverValues = {
  linkToken: string
  state:
    | ({ kind: 'asks' } & HandOverOffer)
    /** People with a second factor show it first: the link alone is not enough for them. */
    | ({ kind: 'sign-in' } & HandOverOffer)
    /** Signed in, but without having shown it within the last minutes. */
    | ({ kind: 'confirm'; ways: StepUpWay[] } & HandOverOffer)
    | {
        kind: 'done' | 'refused' | 'withdrawn' | 'expired' | 'account-ended'
        company: string
        nextName: string
      }
    | { kind: 'unknown' }
    | { kind: 'later'; text: string }
}
