import type { Session } from '#server/identity/sessions.ts'
import { type Cursor, momentOf, NEWEST } from '#server/platform/db/cursor.ts'
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
  micros: number
}

/** Connections of the same moment are sorted by partner and person. */
export type LinkKey = Pick<Link, 'clientId' | 'agentId'>

type AppFilter = {
  ofEveryone: boolean
  /** Only the connections of one partner and person. */
  only?: LinkKey | undefined
  cursor?: Cursor<LinkKey> | undefined
  atMost: number
}

/** One row per partner and person, however many connections they have, newest first; expired ones are left out. */
export function listLinks(
  db: Db,
  { accountId, agentId }: Pick<Session, 'accountId' | 'agentId'>,
  { ofEveryone, only, cursor = { ...NEWEST, id: { agentId: 0, clientId: '' } }, atMost }: AppFilter,
  now: Date,
): Promise<Link[]> {
  const [person, partner] = [only?.agentId ?? null, only?.clientId ?? null]
  return db.many<Link>(sql`
    select r.client_id as "clientId", r.agent_id as "agentId", c.name, c.logo_url as logo,
      string_agg(r.scope, ' ') as scope, min(r.created_at) as since, max(r.last_used_at) as "lastUsed",
      trim(g.first_name || ' ' || g.last_name || ' (' || g.email || ')') as by, (extract(epoch from min(r.created_at)) * 1000000)::bigint as micros
    from grants r join clients c on c.id = r.client_id join agents g on g.id = r.agent_id
    where g.account_id = ${accountId} and g.removed_at is null and r.revoked_at is null
      and c.disabled_at is null
      and (${ofEveryone} or g.id = ${agentId}) and (${person}::bigint is null or g.id = ${person})
      and (${partner}::text is null or r.client_id = ${partner})
      and exists (select 1 from tokens t where t.grant_id = r.id and t.replaced_at is null and t.expires_at > ${now})
    group by r.client_id, r.agent_id, c.name, c.logo_url, g.first_name, g.last_name, g.email
    having (min(r.created_at), r.agent_id, r.client_id)
      < (${momentOf(cursor)}::timestamptz, ${cursor.id.agentId}::bigint, ${cursor.id.clientId}::text)
    order by min(r.created_at) desc, r.agent_id desc, r.client_id desc limit ${atMost}`)
}

export function endLink(db: Db, { clientId, agentId }: LinkKey, now: Date): Promise<number> {
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
