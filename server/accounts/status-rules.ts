import type { SessionScope } from '#contract/accounts/account-pages.ts'
import type { Status } from '#contract/accounts/statuses.ts'

type StatusRule = {
  /** The scope of a session, or null: nobody in that role signs in. */
  scopeOf: { owner: SessionScope | null; user: SessionScope | null }
  /** Where a right password leads while no session can begin. */
  insteadOfSignIn: 'registered' | 'subscription_canceled' | 'sign-up'
  /** Whether call 3 says that its email is in use by somebody who can sign in. */
  holdsEmail: boolean
  /** Whether a partner is let in; otherwise why not. */
  partners: 'open' | 'suspended' | 'ended' | 'being set up' | 'sign-up unfinished'
  /** Whether an invitation into it can be taken up. */
  takesPeople: boolean
}

const running = {
  scopeOf: { owner: 'account', user: 'account' },
  insteadOfSignIn: 'subscription_canceled',
  holdsEmail: true,
  partners: 'open',
  takesPeople: true,
} as const
const unpaid = {
  ...running,
  scopeOf: { owner: 'billing', user: null },
  partners: 'suspended',
} as const
const ended = {
  scopeOf: { owner: 'reactivation', user: null },
  insteadOfSignIn: 'subscription_canceled',
  holdsEmail: false,
  partners: 'ended',
  takesPeople: false,
} as const
const closed = { scopeOf: { owner: null, user: null }, takesPeople: false } as const

/** What each status of an account allows: the one place where a status means something. */
const statusRules: Record<Status, StatusRule> = {
  active: running,
  'free agent': running,
  past_due: unpaid,
  '24h_past_due': unpaid,
  canceled: ended,
  expired: ended,
  'waiting for reactivation': { ...ended, holdsEmail: true },
  pending: { ...closed, insteadOfSignIn: 'registered', holdsEmail: true, partners: 'being set up' },
  'free signup agent': {
    ...closed,
    insteadOfSignIn: 'sign-up',
    holdsEmail: false,
    partners: 'sign-up unfinished',
  },
}

/** An account as far as its rules depend on it. A fraud mark closes everything. */
type AccountState = { status: Status; isFraud: boolean }

/** What a person can open while the account is in this state; undefined: nothing. */
export function sessionScopeOf({
  status,
  role,
  isFraud,
}: AccountState & { role: 'owner' | 'user' }): SessionScope | undefined {
  return isFraud ? undefined : (statusRules[status].scopeOf[role] ?? undefined)
}

export function insteadOfSignIn(status: Status): StatusRule['insteadOfSignIn'] {
  return statusRules[status].insteadOfSignIn
}

export function holdsEmail({ status, isFraud }: AccountState): boolean {
  return !isFraud && statusRules[status].holdsEmail
}

export function partnerAccessOf({ status, isFraud }: AccountState): StatusRule['partners'] | 'closed' {
  return isFraud ? 'closed' : statusRules[status].partners
}

/** Only an account that works lets partners in, or keeps them in. */
export function isOpenToPartners(account: AccountState): boolean {
  return partnerAccessOf(account) === 'open'
}

const statuses = Object.keys(statusRules) as Status[]

/** For a statement's `status = any(…)`. */
export const statusesOpenToPartners = statuses.filter((status) => statusRules[status].partners === 'open')
export const statusesTakingPeople = statuses.filter((status) => statusRules[status].takesPeople)
