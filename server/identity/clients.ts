import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { hashToken } from '#server/platform/secret-tokens.ts'

/** A registered partner, with what authorization needs. */
export type Client = {
  id: string
  name: string
  logo: string
  isConfidential: boolean
  /** Requires PKCE even though the client has a secret. Public clients always need it. */
  requiresPkce: boolean
  redirectUris: string[]
  scopes: string[]
  defaultScope: string
  isShutOut: boolean
}

export function findClient(db: Db, id: string): Promise<Client | undefined> {
  return db.maybe<Client>(sql`
    select id, name, logo_url as logo, is_confidential as "isConfidential", requires_pkce as "requiresPkce",
      redirect_uris as "redirectUris", scopes,
      default_scope as "defaultScope", disabled_at is not null as "isShutOut"
    from clients where id = ${id}`)
}

/** Checks against all secrets that are valid now: there are two during a rotation. */
export async function isSecretOf(db: Db, clientId: string, secret: string, now: Date): Promise<boolean> {
  const row = await db.maybe(sql`
    select 1 from client_secrets
    where client_id = ${clientId} and secret_hash = ${hashToken(secret)}
      and (expires_at is null or expires_at > ${now})`)
  return row !== undefined
}
