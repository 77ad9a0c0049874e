import { roles } from '#contract/accounts/role-labels.ts'
import { type GivenRole, givenRoles } from '#contract/accounts/roles.ts'
import { type DialerKey, dialerKeys } from '#contract/catalogue/dialers.ts'
import { items } from '#contract/catalogue/plan.ts'
import { choice } from '#contract/wire/field.ts'

export const role = choice(
  'Role',
  givenRoles.map((value) => ({ value, displayValue: roles[value].label })),
)

export const dialer = choice(
  'Dialer',
  dialerKeys.map((value) => ({ value, displayValue: items[value].label })),
)

export function dialerKeyOf(text: string): DialerKey {
  return dialerKeys.find((key) => key === text) ?? 'single'
}

/** Without a role, people join as users. */
export function givenRoleOf(text: string): GivenRole {
  return givenRoles.find((given) => given === text) ?? 'user'
}
