import { mayAtDesk, type OperatorRole, operatorRoles } from '#contract/desk/desk-roles.ts'
import type { AuditEntry } from '#server/platform/audit.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { lockedTransaction, type TransactionDeps, type Tx } from '#server/platform/transaction.ts'
import { makeOperatorLink } from './operator-factors.ts'
import { endSessionsOfOperator } from './operator-sessions.ts'
import { endViewOfOperator } from './operator-views.ts'
import {
  type FoundOperator,
  findOperator,
  hasOtherAdmin,
  hasPermission,
  insertOperator,
  lockOperators,
} from './operators.ts'

/** `byId`: the operator who does it at the desk; none on the command line. */
type OperatorRequest = { email: string; actor: string; byId?: number; reason?: string }
type Linked = { link: string }

const NAME_AT_MOST = 80

/** Adds an operator, who starts with the link. It is shown once and works for a day. */
export async function addOperator(
  deps: TransactionDeps,
  { name, role: given, ...by }: OperatorRequest & { name: string; role: string },
): Promise<Linked> {
  const email = by.email.trim()
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) || email.length > 120)
    throw wrong('email', 'Enter an email such as dana@example.com.')
  if (name.trim() === '' || name.length > NAME_AT_MOST)
    throw wrong('name', `Enter a name of 1 to ${NAME_AT_MOST} characters.`)
  const role = roleIn(given)
  const request = { ...by, email }
  return asAdmin(deps, request, async (tx) => {
    const added = await insertOperator(tx, { email, name, role }, tx.now)
    const id = added ?? (await findInvited(tx, { email, name, role }))
    await noteLetIn(tx, id, request)
    await note(tx, 'operator-added', request, { role, ...(added === undefined && { again: true }) })
    return linkFor(tx, id)
  })
}

/** Repeating an invitation, as after a lost answer, makes a new link until the person has begun. */
async function findInvited(
  tx: Tx,
  { email, name, role }: { email: string; name: string; role: OperatorRole },
): Promise<number> {
  const there = await findOperator(tx, email)
  if (!there || there.disabledAt)
    throw wrong('email', `There is already an operator ${email}, who is disabled. Enable them to get a link.`)
  if (there.passwordHash !== null) throw wrong('email', `There is already an operator ${email}.`)
  if (there.name !== name.trim() || there.role !== role)
    throw wrong(
      'email',
      `${email} is invited already, as ${there.name} (${there.role}). Reset them to get a new link.`,
    )
  return there.id
}

/** Takes effect at the operator's next request. */
export function changeOperatorRole(
  deps: TransactionDeps,
  request: OperatorRequest & { role: string },
): Promise<{ role: OperatorRole }> {
  return change(deps, request, async (tx, operator) => {
    const role = roleIn(request.role)
    if (role !== 'admin') await requireOtherAdmin(tx, operator)
    if (role === operator.role) return { role }
    await tx.run(sql`update operators set role = ${role} where id = ${operator.id}`)
    await noteLetIn(tx, operator.id, request)
    if (!mayAtDesk(role, 'help')) await endViewOfOperator(tx, operator.id, 'role taken away', tx.now)
    await note(tx, 'operator-role-changed', request, { from: operator.role, role })
    return { role }
  })
}

/** Ends all sessions of the operator, who cannot sign in until enabled again. */
export function disableOperator(deps: TransactionDeps, request: OperatorRequest): Promise<void> {
  return change(deps, request, async (tx, operator) => {
    if (operator.disabledAt) return
    await requireOtherAdmin(tx, operator)
    await tx.run(sql`update operators set disabled_at = ${tx.now} where id = ${operator.id}`)
    await endSessionsOfOperator(tx, operator.id, tx.now)
    await note(tx, 'operator-disabled', request)
  })
}

/** With a new password and a new second factor, by a new link. */
export function enableOperator(deps: TransactionDeps, request: OperatorRequest): Promise<Linked> {
  return change(deps, request, async (tx, operator) => {
    if (!operator.disabledAt) throw wrong('email', `The operator ${operator.email} is not disabled.`)
    await tx.run(sql`update operators set disabled_at = null where id = ${operator.id}`)
    await note(tx, 'operator-enabled', request)
    return beginAgain(tx, operator, request)
  })
}

/** For a lost second factor or password: both are removed, all sessions end, and a new link is made. */
export function resetOperator(deps: TransactionDeps, request: OperatorRequest): Promise<Linked> {
  return change(deps, request, async (tx, operator) => {
    if (operator.disabledAt) throw wrong('email', `The operator ${operator.email} is disabled.`)
    await note(tx, 'operator-reset', request)
    return beginAgain(tx, operator, request)
  })
}

async function beginAgain(tx: Tx, { id }: FoundOperator, request: OperatorRequest): Promise<Linked> {
  await noteLetIn(tx, id, request)
  await tx.run(sql`
    update operators set password_hash = null, totp_sealed = null, totp_key_id = null where id = ${id}`)
  await tx.run(sql`delete from operator_passkeys where operator_id = ${id}`)
  await endSessionsOfOperator(tx, id, tx.now)
  return linkFor(tx, id)
}

function change<Result>(
  deps: TransactionDeps,
  request: OperatorRequest,
  work: (tx: Tx, operator: FoundOperator) => Promise<Result>,
): Promise<Result> {
  return asAdmin(deps, request, async (tx) => {
    const operator = await findOperator(tx, request.email)
    if (!operator) throw refuse('not-found', { errors: `There is no operator ${request.email}.` })
    if (operator.id === request.byId)
      throw refuse('role-forbidden', {
        errors: 'Nobody changes their own role or sign-in here. Ask another admin.',
      })
    return work(tx, operator)
  })
}

/**
 * The permission is read again under the lock: another admin may have removed it since the request was
 * admitted.
 */
function asAdmin<Result>(
  deps: TransactionDeps,
  { byId }: OperatorRequest,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return lockedTransaction(deps, lockOperators, async (tx) => {
    if (byId !== undefined && !(await hasPermission(tx, 'administer', byId)))
      throw refuse('role-forbidden', { errors: 'You are no longer an admin. Nothing was changed.' })
    return work(tx)
  })
}

async function requireOtherAdmin(tx: Tx, { id, role }: FoundOperator): Promise<void> {
  if (role === 'admin' && !(await hasOtherAdmin(tx, id)))
    throw refuse('conflict', { errors: 'This is the last admin who can sign in. Make another one first.' })
}

/**
 * For a while they cannot be one of the two who approve refunds above the limit: someone who saw the link
 * may have used it. The command line, which needs no second operator, does not change that.
 */
async function noteLetIn(tx: Tx, id: number, { byId }: OperatorRequest): Promise<void> {
  if (byId === undefined) return
  await tx.run(sql`update operators set let_in_by = ${byId}, let_in_at = ${tx.now} where id = ${id}`)
}

/** Without the desk's configuration, as on a command line, only the path is known. */
async function linkFor(tx: Tx, id: number): Promise<Linked> {
  const token = await makeOperatorLink(tx, id, tx.config.secrets, tx.now)
  return { link: `${tx.config.desk?.url ?? ''}/desk/start/${token}/` }
}

function note(
  tx: Tx,
  action: Extract<AuditEntry['action'], `operator-${string}`>,
  { actor, email, reason }: OperatorRequest,
  details: Record<string, unknown> = {},
): Promise<void> {
  return tx.audit({ actor, action, details: { operator: email, ...details, ...(reason ? { reason } : {}) } })
}

function roleIn(text: string): OperatorRole {
  const role = operatorRoles.find((known) => known === text)
  if (!role) throw wrong('role', `Choose a role: ${operatorRoles.join(', ')}.`)
  return role
}

function wrong(field: string, message: string): Refused {
  return refuse('invalid-fields', { errors: { [field]: [message] } })
}
