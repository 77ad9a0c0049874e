import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { hashToken } from '#server/platform/secret-tokens.ts'

export type Person = { company: string; pin: string; changedSince: boolean }

/** With whether the password was changed after the mail was sent. */
export function findPerson(db: Db, agentId: number, linkToken: string): Promise<Person | undefined> {
  return db.maybe<Person>(sql`
    select a.company, a.pin, coalesce(g.password_set_at > l.created_at, false) as "changedSince"
    from links l join agents g on g.id = l.agent_id join accounts a on a.id = g.account_id
    where l.token_hash = ${hashToken(linkToken)} and g.id = ${agentId} and g.removed_at is null`)
}

/** Serializes changes to the emails of an account. */
export async function lockAccount(tx: Db, agentId: number): Promise<void> {
  await tx.one(sql`
    select id from accounts where id = (select account_id from agents where id = ${agentId}) for update`)
}

/** Undoes a change of email, unless another person of the account has the former one by now. */
export async function restoreEmail(tx: Db, agentId: number, email: string): Promise<boolean> {
  const restored = await tx.run(sql`
    update agents g set email = ${email}, mail_bounced_at = null, mail_bounce = null
    where g.id = ${agentId} and g.removed_at is null and g.email_key <> ${email.toLowerCase()}
      and not exists (
        select from agents o
        where o.account_id = g.account_id and o.email_key = ${email.toLowerCase()} and o.removed_at is null)`)
  return restored === 1
}

/**
 * Removes the passkeys made since the notice was sent: whoever it is about may have added them. Older ones stay, so that
 * somebody who reads the person's mail cannot remove them this way.
 */
export async function removePasskeysSince(tx: Db, agentId: number, linkToken: string): Promise<void> {
  await tx.run(sql`
    delete from passkeys k using links l
    where k.agent_id = ${agentId} and l.token_hash = ${hashToken(linkToken)} and k.created_at >= l.created_at`)
}
