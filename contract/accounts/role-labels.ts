import type { Role } from './roles.ts'

/** The names of the roles and what each may do. Separate from the permissions, which every page needs. */
export const roles = {
  owner: { label: 'Owner', one: 'the owner', allows: 'can do everything in the account' },
  admin: {
    label: 'Admin',
    one: 'an admin',
    allows: 'manages people, dialers, connected apps, settings and the plan',
  },
  billing: {
    label: 'Billing manager',
    one: 'a billing manager',
    allows: 'sees and pays bills, and changes the card',
  },
  user: { label: 'User', one: 'a user', allows: 'uses the service, and sees who is in the account' },
} as const satisfies Record<Role, { label: string; one: string; allows: string }>
