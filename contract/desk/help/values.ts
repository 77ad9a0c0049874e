import type { Day } from '#contract/calendar/billing-dates.ts'
import type { Cents } from '#contract/catalogue/money.ts'
import type { Action } from './actions.ts'

export type HelpPerson = {
  id: number
  name: string
  email: string
  role: string
  hasJoined: boolean
  /** Why the action cannot be about this person. */
  why: string | null
}

/** What was shown, so that nothing else is done: when it ends or begins, and what a month on hold costs. */
export type ShownBefore = { ends_on?: Day; from?: Day; held_cents?: Cents }

/** What an action will do, before it is done. */
export type Preview =
  /** A person, an email or a time has to be chosen first. */
  | { kind: 'choose' }
  | { kind: 'can'; happens: string[]; shown?: ShownBefore }
  | { kind: 'cannot'; why: string }

/** `why`: it cannot be done now. */
export type OfferedAction = { action: Action; why: string | null }

export type HelpValues = {
  number: string
  company: string
  action: Action | null
  /** What can be done for the chosen person or, without one, for the account. Empty once something is chosen. */
  actions: OfferedAction[]
  /** The people of the account, if one has to be chosen. */
  people: HelpPerson[]
  person: HelpPerson | null
  /** The billing contact, if there is one. `why`: the action cannot be about it. */
  contact: { email: string; why: string | null } | null
  /** For how many months the plan goes on hold, once that is chosen. */
  months: number | null
  preview: Preview
}
