import type { Session } from '#server/identity/sessions.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

export type Link = {
  clientId: string
  agentId: number
  name: string
  logo: string
  scope: string
  since: Date
  lastUsed: Date | null
  by: string
}

/** One row per partner and person, however many connections they have; expired ones are left out. */
export function listLinks(
  db: Db,
  { accountId, agentId }: Pick<Session, 'accountId' | 'agentId'>,
  ofEveryone: boolean,
  now: Date,
): Promise<Link[]> {
  return db.many<Link>(sql`
    select r.client_id as "clientId", r.agent_id as "agentId", c.name, c.logo_url as logo,
      string_agg(r.scope, ' ') as scope, min(r.created_at) as since, max(r.last_used_at) as "lastUsed",
      trim(g.first_name || ' ' || g.last_name) as by
    from grants r join clients c on c.id = r.client_id join agents g on g.id = r.agent_id
    where g.account_id = ${accountId} and g.removed_at is null and r.revoked_at is null
      and c.disabled_at is null
      and (${ofEveryone} or g.id = ${agentId})
      and exists (select 1 from tokens t where t.grant_id = r.id and t.replaced_at is null and t.expires_at > ${now})
    group by r.client_id, r.agent_id, c.name, c.logo_url, g.first_name, g.last_name
    order by min(r.created_at) desc, r.client_id`)
}

export function endLink(
  db: Db,
  { clientId, agentId }: Pick<Link, 'clientId' | 'agentId'>,
  now: Date,
): Promise<number> {
  return db.run(sql`
    update grants set revoked_at = ${now}
    where client_id = ${clientId} and agent_id = ${agentId} and revoked_at is null`)
}

export function findEmailVideoLink(db: Db, accountId: number): Promise<{ linkedAt: Date } | undefined> {
  return db.maybe(sql`select linked_at as "linkedAt" from email_video_links where account_id = ${accountId}`)
}

export async function endEmailVideoLink(db: Db, accountId: number): Promise<number> {
  return db.run(sql`delete from email_video_links where account_id = ${accountId}`)
}
