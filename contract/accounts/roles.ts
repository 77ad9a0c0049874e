/** What a person is in an account. Exactly one is its owner. */
export type Role = 'owner' | 'admin' | 'billing' | 'user'

/** The roles that people assign. Ownership is only handed over. */
export const assignableRoles = ['admin', 'billing', 'user'] as const satisfies readonly Role[]
export type AssignableRole = (typeof assignableRoles)[number]

/** What a session may open. The owner of a canceled account may only reactivate it. */
export type SessionScope = 'account' | 'billing' | 'reactivation'

export const everyScope = ['account', 'billing', 'reactivation'] as const satisfies SessionScope[]

/**
 * Which roles may do what. Every call and page of the account names its permission (`who`); no other code
 * interprets roles.
 */
export const permissions = {
  /** One's own name, sign-in, sessions, connected apps and log. */
  own: ['owner', 'admin', 'billing', 'user'],
  /** See the people, their dialers and the mail server. */
  'see-account': ['owner', 'admin', 'user'],
  /** Invite and remove users, and assign dialers. */
  'manage-people': ['owner', 'admin'],
  /** Invite, change and remove admins and billing managers as well. */
  'give-roles': ['owner'],
  'hand-over': ['owner'],
  /** Require a second factor of everyone, and see who has one. */
  'demand-second-factor': ['owner'],
  /** See and disconnect the apps that anyone in the account has connected. */
  'manage-apps': ['owner', 'admin'],
  /** The company's details, time zone and mail server. */
  'manage-settings': ['owner', 'admin'],
  'change-plan': ['owner', 'admin'],
  /** Bills, what appears on them, the card and the open balance. */
  billing: ['owner', 'billing'],
  /** Cancel, undo it, put on hold, reactivate. */
  'end-account': ['owner'],
  'see-account-log': ['owner'],
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof permissions

export function may(role: Role, permission: Permission): boolean {
  const allowed: readonly Role[] = permissions[permission]
  return allowed.includes(role)
}

/** The roles that a person may assign or take away. */
export function rolesAssignableBy(role: Role): readonly AssignableRole[] {
  if (may(role, 'give-roles')) return assignableRoles
  return may(role, 'manage-people') ? ['user'] : []
}

/** Whether someone may remove this person or withdraw their invitation. */
export function mayManage(role: Role, person: Role): boolean {
  return rolesAssignableBy(role).some((one) => one === person)
}
