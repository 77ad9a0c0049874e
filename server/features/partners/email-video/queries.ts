import { statusesOpenToPartners } from '#server/accounts/status-rules.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { hashToken } from '#server/platform/secret-tokens.ts'

const TRIES_PER_CODE = 5

/**
 * False if the code has been used or tried too often. A single statement, so that concurrent tries are
 * counted.
 */
export async function countCodeTry(db: Db, code: string, now: Date): Promise<boolean> {
  const row = await db.maybe(sql`
    insert into partner_codes as c (code_hash, tries, first_seen_at) values (${hashToken(code)}, 1, ${now})
    on conflict (code_hash) do update set tries = c.tries + 1
    where c.used_at is null and c.tries < ${TRIES_PER_CODE}
    returning c.tries`)
  return row !== undefined
}

export type Linkable = {
  id: number
  pin: string
  company: string
  ownerEmail: string
  ownerFirstName: string
  isLinked: boolean
}

/** Only an active account can be linked. */
export function findLinkable(db: Db, pin: string): Promise<Linkable | undefined> {
  return db.maybe<Linkable>(sql`
    select a.id, a.pin, a.company, g.email as "ownerEmail", g.first_name as "ownerFirstName",
      exists (select from email_video_links l where l.account_id = a.id) as "isLinked"
    from accounts a join agents g on g.account_id = a.id and g.role = 'owner' and g.removed_at is null
    where a.pin = ${pin} and a.status = any(${statusesOpenToPartners}) and a.fraud_marked_at is null`)
}

export async function takeCode(db: Db, code: string, accountId: number, now: Date): Promise<boolean> {
  const taken = await db.run(sql`
    update partner_codes set used_at = ${now}, account_id = ${accountId}
    where code_hash = ${hashToken(code)} and used_at is null`)
  return taken > 0
}

/** The partner never received the code, so the try does not count. */
export async function giveCodeBack(db: Db, code: string): Promise<void> {
  await db.run(sql`
    update partner_codes set used_at = null, account_id = null, tries = tries - 1 where code_hash = ${hashToken(code)}`)
}

/** False if the account is linked already, as by a request with another code at the same moment. */
export async function keepLink(tx: Db, accountId: number, sealed: string, now: Date): Promise<boolean> {
  const kept = await tx.run(sql`
    insert into email_video_links (account_id, sealed_grant, linked_at) values (${accountId}, ${sealed}, ${now})
    on conflict (account_id) do nothing`)
  return kept > 0
}
