import { randomBytes } from 'node:crypto'
import {
  type DeskPermission,
  mayAtDesk,
  type OperatorRole,
  operatorRoles,
} from '#contract/desk/desk-roles.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

const HANDLE_BYTES = 32

export type OperatorRow = {
  id: number
  email: string
  name: string
  role: OperatorRole
  createdAt: Date
  disabledAt: Date | null
  /** Whether the person has chosen a password and set up a second factor. */
  hasBegun: boolean
  lastSeenAt: Date | null
}

export function listOperators(db: Db): Promise<OperatorRow[]> {
  return db.many<OperatorRow>(sql`
    select o.id, o.email, o.name, o.role, o.created_at as "createdAt", o.disabled_at as "disabledAt",
      o.password_hash is not null and o.totp_sealed is not null as "hasBegun",
      (select max(s.last_seen_at) from operator_sessions s
        where s.operator_id = o.id and s.confirmed_at is not null) as "lastSeenAt"
    from operators o order by o.email_key limit 500`)
}

export type FoundOperator = Pick<OperatorRow, 'id' | 'email' | 'name' | 'role' | 'disabledAt'> & {
  passwordHash: string | null
}

export function findOperator(db: Db, email: string): Promise<FoundOperator | undefined> {
  return db.maybe<FoundOperator>(sql`
    select id, email, name, role, disabled_at as "disabledAt", password_hash as "passwordHash"
    from operators where email_key = ${email.trim().toLowerCase()}`)
}

/** Undefined if an operator has this email, even a disabled one. */
export async function insertOperator(
  tx: Db,
  { email, name, role }: { email: string; name: string; role: OperatorRole },
  now: Date,
): Promise<number | undefined> {
  const inserted = await tx.maybe<{ id: number }>(sql`
    insert into operators (email, name, role, user_handle, created_at)
    values (${email.trim()}, ${name.trim()}, ${role}, ${randomBytes(HANDLE_BYTES)}, ${now})
    on conflict (email_key) do nothing returning id`)
  return inserted?.id
}

/**
 * Changes of operators are serialized: of two admins who remove each other's role, the second is refused, so that
 * one admin is left.
 */
export async function lockOperators(tx: Db): Promise<void> {
  await tx.many(sql`select id from operators where role = 'admin' order by id for update`)
}

/** Whether someone else can still administer the desk: enabled, with a password and a second factor. */
export async function hasOtherAdmin(tx: Db, operatorId: number): Promise<boolean> {
  const other = await tx.maybe(sql`
    select from operators where role = 'admin' and id <> ${operatorId} and disabled_at is null
      and password_hash is not null and totp_sealed is not null limit 1`)
  return other !== undefined
}

export function rolesWith(permission: DeskPermission): OperatorRole[] {
  return operatorRoles.filter((role) => mayAtDesk(role, permission))
}

/** Whether an operator may do something, at the moment it counts. */
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

/** The same, and serializes one operator's concurrent requests. */
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
