import {
  type DeskPermission,
  mayAtDesk,
  type OperatorRole,
  operatorRoles,
} from '#contract/desk/desk-roles.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** The roles that have a permission. */
export function rolesWith(permission: DeskPermission): OperatorRole[] {
  return operatorRoles.filter((role) => mayAtDesk(role, permission))
}

/** Whether an operator may do something, at the moment at which it counts. */
export async function hasPermission(
  db: Db,
  permission: DeskPermission,
  operatorId: number,
): Promise<boolean> {
  const allowed = await db.maybe(sql`
    select 1 from operators
    where id = ${operatorId} and role = any(${rolesWith(permission)}) and disabled_at is null`)
  return allowed !== undefined
}

/** The same, and what one operator asks for waits for what the same operator asks for at the same time. */
export async function lockOperatorWith(
  tx: Db,
  permission: DeskPermission,
  operatorId: number,
): Promise<boolean> {
  const allowed = await tx.maybe(sql`
    select 1 from operators
    where id = ${operatorId} and role = any(${rolesWith(permission)}) and disabled_at is null for no key update`)
  return allowed !== undefined
}
