import { type AssignableRole, may, type Permission, type Role } from '#contract/accounts/roles.ts'
import type { SecondFactorKind } from '#contract/features/people.ts'
import { lockPeople } from '#server/accounts/seats.ts'
import { refuseRole } from '#server/accounts/signed-in.ts'
import { statusesTakingPeople } from '#server/accounts/status-rules.ts'
import { requireOpenSession, type Session } from '#server/identity/sessions.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { personAndEmail } from '#server/platform/mail/names.ts'
import { refuse } from '#server/platform/refusal.ts'

export type PersonRow = {
  id: number
  email: string
  firstName: string
  lastName: string
  role: Role
  joinedAt: Date | null
}

export type ListedPerson = PersonRow & {
  invitationEndsAt: Date | null
  secondFactor: SecondFactorKind
}

/** The owner first, then people who have joined, then people who are invited. */
export function listPeopleOf(db: Db, accountId: number): Promise<ListedPerson[]> {
  return db.many<ListedPerson>(sql`
    select g.id, g.email, g.first_name as "firstName", g.last_name as "lastName", g.role, g.joined_at as "joinedAt",
      (select max(l.expires_at) from links l
       where l.agent_id = g.id and l.purpose = 'invitation' and l.spent_at is null) as "invitationEndsAt",
      case
        when exists (select from second_factors f where f.agent_id = g.id and f.confirmed_at is not null) then 'app'
        when exists (select from agents_with_factor f where f.agent_id = g.id) then 'passkey'
        else 'none'
      end as "secondFactor"
    from agents g
    where g.account_id = ${accountId} and g.removed_at is null
    order by g.role = 'owner' desc, g.joined_at nulls last, g.id`)
}

/**
 * Locks the people of an account for somebody who changes them, and reads their role and session again: since
 * the request began the role may have changed, or they may have been removed, or signed out by a report.
 */
export async function lockPeopleFor(
  tx: Db,
  session: Pick<Session, 'id' | 'accountId' | 'agentId'>,
  permission: Permission,
): Promise<{ role: Role }> {
  const { accountId, agentId } = session
  await lockPeople(tx, accountId)
  await requireOpenSession(tx, session)
  const actor = await tx.maybe<{ role: Role }>(
    sql`select role from agents where id = ${agentId} and account_id = ${accountId} and removed_at is null`,
  )
  if (!actor) throw refuse('signed-out')
  if (!may(actor.role, permission)) throw refuseRole(permission)
  return actor
}

export async function isInAccount(tx: Db, accountId: number, email: string): Promise<boolean> {
  const row = await tx.maybe(sql`
    select 1 from agents
    where account_id = ${accountId} and email_key = ${email.toLowerCase()} and removed_at is null`)
  return row !== undefined
}

export type Invited = {
  accountId: number
  email: string
  role: AssignableRole
  /** Undefined if support invites for the owner. */
  inviter: Pick<Session, 'id' | 'agentId'> | undefined
}

export async function insertInvited(
  tx: Db,
  { accountId, email, role, inviter }: Invited,
  now: Date,
): Promise<number> {
  const { id } = await tx.one<{ id: number }>(sql`
    insert into agents (account_id, email, first_name, last_name, role, invited_by, invited_session_began, invited_at,
      created_at)
    values (${accountId}, ${email}, '', '', ${role}, ${inviter?.agentId ?? null},
      (select created_at from sessions where id = ${inviter?.id ?? null}), ${now}, ${now})
    returning id`)
  return id
}

/** Finds and locks a person of this account; ids of other accounts find nothing. */
export function lockPerson(tx: Db, accountId: number, agentId: number): Promise<PersonRow | undefined> {
  return tx.maybe<PersonRow>(sql`
    select id, email, first_name as "firstName", last_name as "lastName", role, joined_at as "joinedAt"
    from agents where id = ${agentId} and account_id = ${accountId} and removed_at is null for update`)
}

export async function setRole(tx: Db, agentId: number, role: Role): Promise<void> {
  await tx.run(sql`update agents set role = ${role} where id = ${agentId}`)
}

export async function markJoined(
  tx: Db,
  agentId: number,
  joining: { firstName: string; lastName: string; passwordHash: string },
  now: Date,
): Promise<boolean> {
  const joined = await tx.run(sql`
    update agents set first_name = ${joining.firstName}, last_name = ${joining.lastName},
      password_hash = ${joining.passwordHash}, joined_at = ${now}
    where id = ${agentId} and joined_at is null and removed_at is null`)
  return joined === 1
}

/** Name and email: a name can be anything, even our support's. */
export async function findNameForMail(tx: Db, agentId: number): Promise<string> {
  const { name, email } = await tx.one<{ name: string; email: string }>(
    sql`select trim(first_name || ' ' || last_name) as name, email from agents where id = ${agentId}`,
  )
  return personAndEmail(name, email)
}

export type Membership = {
  accountId: number
  role: Role
  email: string
  company: string
  pin: string
  ownerId: number
  ownerName: string
  ownerFirstName: string
  ownerEmail: string
  /** The owner, if the inviting person is no longer there. */
  inviterName: string
  inviterEmail: string
  isByOwner: boolean
  /** Support invited for the owner. */
  isBySupport: boolean
}

/** The recipient of an invitation, and the account behind it. An ended account accepts nobody. */
export function findMembership(db: Db, agentId: number): Promise<Membership | undefined> {
  return db.maybe<Membership>(sql`
    select a.id as "accountId", g.role, g.email, a.company, a.pin, o.id as "ownerId",
      trim(o.first_name || ' ' || o.last_name) as "ownerName", o.first_name as "ownerFirstName",
      o.email as "ownerEmail", trim(coalesce(i.first_name || ' ' || i.last_name, o.first_name || ' ' || o.last_name))
        as "inviterName", coalesce(i.email, o.email) as "inviterEmail", coalesce(i.id, o.id) = o.id as "isByOwner",
      g.invited_by is null as "isBySupport"
    from agents g
    join accounts a on a.id = g.account_id
    join agents o on o.account_id = a.id and o.role = 'owner' and o.removed_at is null
    left join agents i on i.id = g.invited_by and i.removed_at is null
    where g.id = ${agentId} and g.removed_at is null
      and a.status = any(${statusesTakingPeople})`)
}
