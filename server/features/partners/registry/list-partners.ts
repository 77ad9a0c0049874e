import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** How many connections of a partner are looked at, newest first: there may be hundreds of thousands, and hundreds of partners. */
export const CONNECTIONS_COUNTED = 200

export type ListedPartner = {
  id: string
  name: string
  isConfidential: boolean
  requiresPkce: boolean
  redirectUris: string[]
  scopes: string[]
  defaultScope: string
  createdAt: Date
  disabledAt: Date | null
  /** The number of people connected to it: at least so many, if there are connections that were not counted. */
  people: number
  hasMorePeople: boolean
  /** The number of valid secrets; two during a rotation. */
  secrets: number
}

/** In the order of their ids: those after one id, or from the first on. */
export function listPartners(
  db: Db,
  { after, limit }: { after: string; limit: number },
  now: Date,
): Promise<ListedPartner[]> {
  return db.many<ListedPartner>(sql`
    select c.id, c.name, c.is_confidential as "isConfidential",
      not c.is_confidential or c.requires_pkce as "requiresPkce", c.redirect_uris as "redirectUris", c.scopes,
      c.default_scope as "defaultScope", c.created_at as "createdAt", c.disabled_at as "disabledAt",
      connected.people, connected."hasMorePeople",
      (select count(*) from client_secrets s
       where s.client_id = c.id and (s.expires_at is null or s.expires_at > ${now})) as secrets
    from (select * from clients where id > ${after} order by id limit ${limit}) c cross join lateral (
      select least(count(distinct g.agent_id) filter (where valid.is_held), ${CONNECTIONS_COUNTED}) as people,
        count(*) > ${CONNECTIONS_COUNTED} as "hasMorePeople"
      from (
        select id, agent_id from grants where client_id = c.id and revoked_at is null and c.disabled_at is null
        order by created_at desc limit ${CONNECTIONS_COUNTED + 1}
      ) g left join lateral (
        select true as is_held from tokens t
        where t.grant_id = g.id and t.replaced_at is null and t.expires_at > ${now} limit 1
      ) valid on true
    ) connected
    order by c.id`)
}
