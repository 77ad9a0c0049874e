import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

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
  /** The number of people connected to it. */
  people: number
  /** The number of valid secrets; two during a rotation. */
  secrets: number
}

export function listPartners(db: Db, now: Date): Promise<ListedPartner[]> {
  return db.many<ListedPartner>(sql`
    select c.id, c.name, c.is_confidential as "isConfidential",
      not c.is_confidential or c.requires_pkce as "requiresPkce", c.redirect_uris as "redirectUris", c.scopes,
      c.default_scope as "defaultScope", c.created_at as "createdAt", c.disabled_at as "disabledAt",
      (select count(distinct g.agent_id) from grants g
       where g.client_id = c.id and g.revoked_at is null and exists (
         select from tokens t where t.grant_id = g.id and t.replaced_at is null and t.expires_at > ${now})) as people,
      (select count(*) from client_secrets s
       where s.client_id = c.id and (s.expires_at is null or s.expires_at > ${now})) as secrets
    from clients c order by c.id`)
}
