import type { Role } from '#contract/accounts/roles.ts'
import type { AccountRow } from '#contract/accounts/sign-in-fields.ts'
import { type Status, statuses } from '#contract/accounts/statuses.ts'
import { FORMER_EMAIL_DAYS } from '#contract/calendar/lifetimes.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY, later } from '#server/ports/clock.ts'

/** An agent, with what sign-in needs. */
export type Agent = {
  id: number
  accountId: number
  email: string
  firstName: string
  lastName: string
  role: Role
  passwordHash: string | null
  passwordSetAt: Date | null
  /** Increases with every change of the authenticator app or the passkeys. */
  factorsVersion: number
  pin: string
  company: string
  ownerName: string
  status: Status
  isFraud: boolean
  /** Invited into somebody else's account, and not joined yet. */
  isInvitation: boolean
  /** Emails to this person bounce. */
  isBounced: boolean
}

/**
 * All agents with this email, oldest account first. Agents who have not joined count as invited, whatever the
 * status of the account.
 */
export async function findAgents(db: Db, email: string): Promise<Agent[]> {
  return db.many<Agent>(sql`
    select g.id, g.account_id as "accountId", g.email, g.first_name as "firstName", g.last_name as "lastName", g.role,
      g.password_hash as "passwordHash", g.password_set_at as "passwordSetAt",
      g.factors_version as "factorsVersion", a.pin, a.company,
      coalesce(trim(o.first_name || ' ' || o.last_name), '') as "ownerName",
      case when g.joined_at is null then 'free signup agent' else a.status end as status,
      g.joined_at is null and a.status <> 'free signup agent' as "isInvitation",
      a.fraud_marked_at is not null as "isFraud", g.mail_bounced_at is not null as "isBounced"
    from agents g
    join accounts a on a.id = g.account_id
    left join agents o on o.account_id = a.id and o.role = 'owner' and o.removed_at is null
    where g.email_key = ${email.toLowerCase()} and g.removed_at is null
    order by g.id`)
}

/**
 * The accounts that a person can choose from. Pending invitations are excluded: otherwise anybody could, by
 * inviting somebody, learn which accounts that email has, put text into their chooser and make them choose.
 */
export function choosable(agents: readonly Agent[]): Agent[] {
  const own = agents.filter(({ isInvitation }) => !isInvitation)
  return own.length > 0 ? own : agents.slice(0, 1)
}

/** A row of the account chooser. */
export function rowOf(agent: Agent): AccountRow {
  return {
    id: agent.id,
    company: agent.company,
    name: agent.ownerName,
    pin: agent.pin,
    status: statuses[agent.status].text,
    status_id: agent.status,
    is_should_sign_up: agent.status === 'free signup agent',
  }
}

export async function findAgentById(db: Db, id: number): Promise<Agent | undefined> {
  const found = await db.maybe<{ email: string }>(
    sql`select email from agents where id = ${id} and removed_at is null`,
  )
  return found && (await findAgents(db, found.email)).find((agent) => agent.id === id)
}

export const FORMER_EMAILS_KEPT_MS = FORMER_EMAIL_DAYS * DAY

/** Why a mail goes to a former email. */
export const whyFormer = `You get this email because this was the email of the account within the last ${FORMER_EMAIL_DAYS} days.`

/** Records the email that a person is about to give up. */
export async function storeFormerEmail(tx: Db, agentId: number, now: Date): Promise<void> {
  await tx.run(sql`
    insert into former_emails (agent_id, email, changed_at)
    select id, email, ${now}::timestamptz from agents where id = ${agentId}`)
}

/** After a change was undone: the emails since then may belong to the person who made it. */
export async function deleteFormerEmails(tx: Db, agentId: number): Promise<void> {
  await tx.run(sql`delete from former_emails where agent_id = ${agentId}`)
}

/** The person's former emails of the last days, without the current one. */
export async function listFormerEmails(db: Db, agentId: number, now: Date): Promise<string[]> {
  const rows = await db.many<{ email: string }>(sql`
    select f.email from former_emails f join agents g on g.id = f.agent_id
    where f.agent_id = ${agentId} and f.changed_at > ${later(now, -FORMER_EMAILS_KEPT_MS)}
      and lower(f.email) <> g.email_key
    group by f.email order by min(f.id)`)
  return rows.map(({ email }) => email)
}
