import type { Role, SessionScope } from '#contract/accounts/roles.ts'
import type { Status } from '#contract/accounts/statuses.ts'

type StatusRule = {
  /** The session scope per role. Null: that role cannot sign in. */
  scopeOf: Record<Role, SessionScope | null>
  /** The result of a correct password if no session can begin. */
  insteadOfSignIn: 'registered' | 'subscription_canceled' | 'sign-up'
  /** Whether call 3 reports that the email belongs to someone who can sign in. */
  holdsEmail: boolean
  /** Whether partners have access, or why not. */
  partners: 'open' | 'suspended' | 'ended' | 'being set up' | 'sign-up unfinished'
  /** Whether invitations to it can be accepted. */
  takesPeople: boolean
}

const nobody = { owner: null, admin: null, billing: null, user: null } as const
const running = {
  scopeOf: { owner: 'account', admin: 'account', billing: 'account', user: 'account' },
  insteadOfSignIn: 'subscription_canceled',
  holdsEmail: true,
  partners: 'open',
  takesPeople: true,
} as const
const unpaid = {
  ...running,
  scopeOf: { ...nobody, owner: 'billing', billing: 'billing' },
  partners: 'suspended',
} as const
const ended = {
  scopeOf: { ...nobody, owner: 'reactivation' },
  insteadOfSignIn: 'subscription_canceled',
  holdsEmail: false,
  partners: 'ended',
  takesPeople: false,
} as const
const closed = { scopeOf: nobody, takesPeople: false } as const

/** What each account status allows. No other code interprets statuses. */
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

/** The parts of an account that the rules depend on. A fraud mark blocks everything. */
type AccountState = { status: Status; isFraud: boolean }

/** The session scope in this state. Undefined: no access. */
export function sessionScopeOf({
  status,
  role,
  isFraud,
}: AccountState & { role: Role }): SessionScope | undefined {
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

/** Partners can get, and keep, access only to a working account. */
export function isOpenToPartners(account: AccountState): boolean {
  return partnerAccessOf(account) === 'open'
}

const statuses = Object.keys(statusRules) as Status[]

/** For `status = any(…)` in SQL. */
export const statusesOpenToPartners = statuses.filter((status) => statusRules[status].partners === 'open')
export const statusesHoldingEmail = statuses.filter((status) => statusRules[status].holdsEmail)
export const statusesTakingPeople = statuses.filter((status) => statusRules[status].takesPeople)
