import { choice } from '#contract/wire/field.ts'
import { roles } from './role-labels.ts'
import { type GivenRole, givenRoles } from './roles.ts'

export const role = choice(
  'Role',
  givenRoles.map((value) => ({ value, displayValue: roles[value].label })),
)

/** Without a role, people join as users. */
export function givenRoleOf(text: string): GivenRole {
  return givenRoles.find((given) => given === text) ?? 'user'
}
