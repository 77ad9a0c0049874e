import type { ShownOperator } from '#contract/desk/desk-page-values.ts'
import { type DeskPermission, mayAtDesk } from '#contract/desk/desk-roles.ts'

/** Whether the page offers something. The server decides again when it is asked. */
export function may(operator: ShownOperator | null, permission: DeskPermission): boolean {
  return operator !== null && mayAtDesk(operator.role, permission)
}
