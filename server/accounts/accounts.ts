import type { Status } from '#contract/accounts/statuses.ts'
import type { LinkPurpose } from '#server/identity/links.ts'
import { mailPerson, type Person } from '#server/identity/mail-person.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { MailSite, PersonalMail } from '#server/platform/mail/queue-mail.ts'
import { hashToken } from '#server/platform/secret-tokens.ts'
import type { Tx } from '#server/platform/transaction.ts'

/** The person who pays for an account and receives its mail. */
export type Owner = Person

export function findOwner(tx: Db, accountId: number): Promise<Owner> {
  return tx.one<Owner>(sql`
    select g.id, a.id as "accountId", g.email, g.first_name as "firstName",
      trim(g.first_name || ' ' || g.last_name) as "fullName", a.company, a.pin, a.time_zone as "timeZone"
    from accounts a join agents g on g.account_id = a.id and g.role = 'owner' and g.removed_at is null
    where a.id = ${accountId}`)
}

/** Finds the owner of an account and sends them a mail. */
export async function mailOwner<Values extends unknown[]>(
  tx: Tx,
  accountId: number,
  write: (owner: Owner, site: MailSite, ...values: Values) => PersonalMail,
  ...values: Values
): Promise<void> {
  await mailPerson(tx, await findOwner(tx, accountId), write, ...values)
}

/** Serializes changes to an account and its people, so that each compares with the current values. */
export async function lockAccount(tx: Db, accountId: number): Promise<void> {
  await tx.one(sql`select id from accounts where id = ${accountId} for update`)
}

/**
 * The same for the recipient of a mailed link, and their row. Undefined if the link is unknown or they were
 * removed.
 */
export async function lockPersonOf(
  tx: Db,
  purpose: LinkPurpose,
  token: string,
): Promise<{ agentId: number; accountId: number } | undefined> {
  const person = await tx.maybe<{ agentId: number; accountId: number }>(sql`
    select g.id as "agentId", g.account_id as "accountId" from links l join agents g on g.id = l.agent_id
    where l.token_hash = ${hashToken(token)} and l.purpose = ${purpose}`)
  if (!person) return undefined
  await lockAccount(tx, person.accountId)
  const isThere = await tx.maybe(
    sql`select 1 from agents where id = ${person.agentId} and removed_at is null for update`,
  )
  return isThere && person
}

export type NumberedAccount = { id: number; pin: string; company: string; status: Status }

/** Undefined if no account has this number. */
export function findByNumber(db: Db, pin: string): Promise<NumberedAccount | undefined> {
  return db.maybe<NumberedAccount>(sql`select id, pin, company, status from accounts where pin = ${pin}`)
}

/** The time zone in which the account's people see times. */
export async function findTimeZone(db: Db, accountId: number): Promise<string> {
  const { timeZone } = await db.one<{ timeZone: string }>(
    sql`select time_zone as "timeZone" from accounts where id = ${accountId}`,
  )
  return timeZone
}
