import { markRemoved } from '#server/accounts/seats.ts'
import { dropAllLinks } from '#server/identity/links.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { hashToken } from '#server/platform/secret-tokens.ts'

export type Person = { agentId: number; company: string; pin: string; changedSince: boolean }

/** The recipient of a notice, and whether the password was changed after it was mailed. */
export function findPerson(db: Db, agentId: number, linkToken: string): Promise<Person | undefined> {
  return db.maybe<Person>(sql`
    select g.id as "agentId", a.company, a.pin, coalesce(g.password_set_at > l.created_at, false) as "changedSince"
    from links l join agents g on g.id = l.agent_id join accounts a on a.id = g.account_id
    where l.token_hash = ${hashToken(linkToken)} and g.id = ${agentId} and g.removed_at is null`)
}

/**
 * Undoes a change of email, unless another person of the account has joined with the former one. An
 * unaccepted invitation to it is withdrawn: a stranger who changed the email may have sent it to make the
 * change stay.
 */
export async function restoreEmail(
  tx: Db,
  { agentId, email }: { agentId: number; email: string },
  now: Date,
): Promise<
  { kind: 'kept' } | { kind: 'taken' } | { kind: 'restored'; changedTo: string; withdrawn?: number }
> {
  const key = email.toLowerCase()
  const { isSame, changedTo } = await tx.one<{ isSame: boolean; changedTo: string }>(
    sql`select email_key = ${key} as "isSame", email as "changedTo" from agents where id = ${agentId}`,
  )
  if (isSame) return { kind: 'kept' }
  const other = await tx.maybe<{ id: number; hasJoined: boolean }>(sql`
    select o.id, o.joined_at is not null or o.role = 'owner' as "hasJoined"
    from agents o join agents g on g.account_id = o.account_id
    where g.id = ${agentId} and o.email_key = ${key} and o.removed_at is null`)
  if (other?.hasJoined) return { kind: 'taken' }
  if (other) {
    await dropAllLinks(tx, other.id, now)
    await markRemoved(tx, other.id, now)
  }
  await tx.run(sql`
    update agents set email = ${email}, mail_bounced_at = null, mail_bounce = null
    where id = ${agentId} and removed_at is null`)
  return { kind: 'restored', changedTo, ...(other && { withdrawn: other.id }) }
}

/**
 * When the first of the notices was sent that this mailbox can still answer, including the current one. The
 * stranger may have added everything since: several notices concern one stranger, and people press the
 * newest.
 */
export async function findFirstNotice(
  tx: Db,
  { agentId, email, linkToken }: { agentId: number; email: string; linkToken: string },
  now: Date,
): Promise<Date> {
  const { at } = await tx.one<{ at: Date }>(sql`
    select least(
      (select created_at from links where token_hash = ${hashToken(linkToken)}),
      (select min(created_at) from links
       where agent_id = ${agentId} and purpose = 'not-me' and spent_at is null and expires_at > ${now}
         and lower(subject ->> 'email') = ${email.toLowerCase()})) as at`)
  return at
}

/**
 * Ends the notices to the same mailbox, and those sent after the current one. An older one to another email
 * stays: it went to the account's previous holder, and undoes what was done since.
 */
export async function endNotices(
  tx: Db,
  { agentId, email, linkToken }: { agentId: number; email: string; linkToken: string },
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update links set spent_at = ${now}
    where agent_id = ${agentId} and purpose = 'not-me' and spent_at is null
      and (lower(subject ->> 'email') = ${email.toLowerCase()}
        or created_at >= (select created_at from links where token_hash = ${hashToken(linkToken)}))`)
}
