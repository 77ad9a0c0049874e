/** Each role may do everything that the ones before it may. */
export const operatorRoles = ['reader', 'helper', 'money', 'admin'] as const
export type OperatorRole = (typeof operatorRoles)[number]

/** The permissions of the desk's pages and calls, each with the lowest role that has it. */
const leastRole = {
  read: 'reader',
  help: 'helper',
  /** Cancel, hold and undo either for a caller. */
  cancel: 'helper',
  money: 'money',
  administer: 'admin',
} as const satisfies Record<string, OperatorRole>
export type DeskPermission = keyof typeof leastRole

export const operatorRoleLabels: Record<OperatorRole, string> = {
  reader: 'Reader',
  helper: 'Helper',
  money: 'Money',
  admin: 'Admin',
}

export const operatorRoleSays: Record<OperatorRole, string> = {
  reader: 'Reads everything, changes nothing.',
  helper: 'Helps people: mails, sessions, sign-in, notes.',
  money: 'Also gives money back, and decides about disputes and held sign-ups.',
  admin: 'Also changes prices, partners, settings and operators.',
}

export function mayAtDesk(role: OperatorRole, permission: DeskPermission): boolean {
  return operatorRoles.indexOf(role) >= operatorRoles.indexOf(leastRole[permission])
}

/** Why the operator's role is insufficient, or null. */
export function roleMissing(
  operator: { role: OperatorRole } | null,
  permission: DeskPermission,
): string | null {
  const isEnough = operator !== null && mayAtDesk(operator.role, permission)
  return isEnough ? null : `Needs the role ${leastRoleFor(permission)}.`
}

export function leastRoleFor(permission: DeskPermission): string {
  return operatorRoleLabels[leastRole[permission]]
}
