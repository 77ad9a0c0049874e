import type { LinkPurpose } from '#server/identity/links.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { hashToken } from '#server/platform/secret-tokens.ts'

/** Serializes changes to an account and its people, so that each compares with the current values. */
export async function lockAccount(tx: Db, accountId: number): Promise<void> {
  await tx.one(sql`select id from accounts where id = ${accountId} for update`)
}

/** The same for the person whom a link was mailed to, and their row. Undefined if the link is nobody's, or they were removed. */
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
