import { mayAtDesk, type OperatorRole, operatorRoles } from '#contract/desk/desk-roles.ts'
import type { Deps } from '#server/deps.ts'
import { type AuditEntry, recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
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

type OperatorDeps = Pick<Deps, 'db' | 'clock' | 'config'>
/** `byId`: the operator who does it at the desk; none at the command line. */
type Asked = { email: string; actor: string; byId?: number; reason?: string }
export type Linked = { link: string }

const NAME_AT_MOST = 80

/** Adds an operator, who begins with the link. It is shown once, and works for a day. */
export async function addOperator(
  deps: OperatorDeps,
  { name, role, ...asked }: Asked & { name: string; role: string },
): Promise<Linked | Refused> {
  const email = asked.email.trim()
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) || email.length > 120)
    return wrong('email', 'Enter an email such as dana@example.com.')
  if (name.trim() === '' || name.length > NAME_AT_MOST)
    return wrong('name', `Enter a name of 1 to ${NAME_AT_MOST} characters.`)
  const known = roleIn(role)
  if (!known) return wrong('role', `Choose a role: ${operatorRoles.join(', ')}.`)
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    await lockOperators(tx)
    if (!(await isStillAdmin(tx, asked))) return notAdmin()
    const id = await insertOperator(tx, { email, name, role: known }, now)
    if (id === undefined) return inviteAgain(tx, deps, { ...asked, email, name, role: known }, now)
    await noteLetIn(tx, id, asked, now)
    await note(tx, 'operator-added', { ...asked, email }, { role: known }, now)
    return linkFor(tx, deps, id, now)
  })
}

/** The same invitation again, such as after an answer that was lost, gets a new link while the person has not begun. */
async function inviteAgain(
  tx: Db,
  deps: OperatorDeps,
  asked: Asked & { name: string; role: OperatorRole },
  now: Date,
): Promise<Linked | Refused> {
  const { email, name, role } = asked
  const there = await findOperator(tx, email)
  if (!there || there.disabledAt)
    return wrong(
      'email',
      `There is already an operator ${email}, who is disabled. Enable them to get a link.`,
    )
  if (there.passwordHash !== null) return wrong('email', `There is already an operator ${email}.`)
  if (there.name !== name.trim() || there.role !== role)
    return wrong(
      'email',
      `${email} is invited already, as ${there.name} (${there.role}). Reset them to get a new link.`,
    )
  await noteLetIn(tx, there.id, asked, now)
  await note(tx, 'operator-added', asked, { role, again: true }, now)
  return linkFor(tx, deps, there.id, now)
}

/** Counts from the operator's next request on. */
export function changeOperatorRole(
  deps: OperatorDeps,
  asked: Asked & { role: string },
): Promise<{ role: OperatorRole } | Refused> {
  return change(deps, asked, async (tx, operator, now) => {
    const role = roleIn(asked.role)
    if (!role) return wrong('role', `Choose a role: ${operatorRoles.join(', ')}.`)
    if (role !== 'admin' && operator.role === 'admin' && !(await hasOtherAdmin(tx, operator.id)))
      return lastAdmin()
    if (role === operator.role) return { role }
    await tx.run(sql`update operators set role = ${role} where id = ${operator.id}`)
    await noteLetIn(tx, operator.id, asked, now)
    if (!mayAtDesk(role, 'help')) await endViewOfOperator(tx, operator.id, 'role taken away', now)
    await note(tx, 'operator-role-changed', asked, { from: operator.role, role }, now)
    return { role }
  })
}

/** Ends all sessions of the operator, who cannot sign in until enabled again. */
export function disableOperator(deps: OperatorDeps, asked: Asked): Promise<{ isDisabled: true } | Refused> {
  return change(deps, asked, async (tx, operator, now) => {
    if (operator.disabledAt) return { isDisabled: true }
    if (operator.role === 'admin' && !(await hasOtherAdmin(tx, operator.id))) return lastAdmin()
    await tx.run(sql`update operators set disabled_at = ${now} where id = ${operator.id}`)
    await endSessionsOfOperator(tx, operator.id, now)
    await note(tx, 'operator-disabled', asked, {}, now)
    return { isDisabled: true }
  })
}

/** With a new password and a new second factor, by a new link. */
export function enableOperator(deps: OperatorDeps, asked: Asked): Promise<Linked | Refused> {
  return change(deps, asked, async (tx, operator, now) => {
    if (!operator.disabledAt) return wrong('email', `The operator ${operator.email} is not disabled.`)
    await tx.run(sql`update operators set disabled_at = null where id = ${operator.id}`)
    await note(tx, 'operator-enabled', asked, {}, now)
    return beginAgain(tx, deps, operator, asked, now)
  })
}

/** For a lost second factor or password: both are removed, all sessions end, and a new link is made. */
export function resetOperator(deps: OperatorDeps, asked: Asked): Promise<Linked | Refused> {
  return change(deps, asked, async (tx, operator, now) => {
    if (operator.disabledAt) return wrong('email', `The operator ${operator.email} is disabled.`)
    await note(tx, 'operator-reset', asked, {}, now)
    return beginAgain(tx, deps, operator, asked, now)
  })
}

async function beginAgain(
  tx: Db,
  deps: OperatorDeps,
  { id }: FoundOperator,
  asked: Asked,
  now: Date,
): Promise<Linked> {
  await noteLetIn(tx, id, asked, now)
  await tx.run(sql`
    update operators set password_hash = null, totp_sealed = null, totp_key_id = null where id = ${id}`)
  await tx.run(sql`delete from operator_passkeys where operator_id = ${id}`)
  await endSessionsOfOperator(tx, id, now)
  return linkFor(tx, deps, id, now)
}

async function change<Result>(
  { db, clock }: OperatorDeps,
  asked: Asked,
  work: (tx: Db, operator: FoundOperator, now: Date) => Promise<Result | Refused>,
): Promise<Result | Refused> {
  return db.transaction(async (tx) => {
    await lockOperators(tx)
    if (!(await isStillAdmin(tx, asked))) return notAdmin()
    const operator = await findOperator(tx, asked.email)
    if (!operator) return refuse('not-found', { errors: `There is no operator ${asked.email}.` })
    if (operator.id === asked.byId)
      return refuse('role-forbidden', {
        errors: 'Nobody changes their own role or sign-in here. Ask another admin.',
      })
    return work(tx, operator, clock.now())
  })
}

/** Read again under the lock: another admin may have taken the role away since the request was admitted. */
async function isStillAdmin(tx: Db, { byId }: Asked): Promise<boolean> {
  return byId === undefined || hasPermission(tx, 'administer', byId)
}

function notAdmin(): Refused {
  return refuse('role-forbidden', { errors: 'You are no longer an admin. Nothing was changed.' })
}

/**
 * For a while they are not one of the two who give back more than the limit: the link may have been used by whoever was shown
 * it. The command line, which needs no second operator, changes nothing about that.
 */
async function noteLetIn(tx: Db, id: number, { byId }: Asked, now: Date): Promise<void> {
  if (byId === undefined) return
  await tx.run(sql`update operators set let_in_by = ${byId}, let_in_at = ${now} where id = ${id}`)
}

/** Without the desk's configuration, as a command line may be, only the path is known. */
async function linkFor(tx: Db, { config }: OperatorDeps, id: number, now: Date): Promise<Linked> {
  const token = await makeOperatorLink(tx, id, config.secrets, now)
  return { link: `${config.desk?.url ?? ''}/desk/start/${token}/` }
}

function note(
  tx: Db,
  action: Extract<AuditEntry['action'], `operator-${string}`>,
  { actor, email, reason }: Asked,
  details: Record<string, unknown>,
  now: Date,
): Promise<void> {
  return recordAudit(
    tx,
    { actor, action, details: { operator: email, ...details, ...(reason ? { reason } : {}) } },
    now,
  )
}

function roleIn(text: string): OperatorRole | undefined {
  return operatorRoles.find((role) => role === text)
}

function lastAdmin(): Refused {
  return refuse('conflict', { errors: 'This is the last admin who can sign in. Make another one first.' })
}

function wrong(field: string, message: string): Refused {
  return refuse('invalid-fields', { errors: { [field]: [message] } })
}
