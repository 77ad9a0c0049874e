import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { hashToken } from '#server/platform/secret-tokens.ts'

/** A registered partner, as far as letting it in needs to know. */
export type Client = {
  id: string
  name: string
  logo: string
  isConfidential: boolean
  /** Demanded although it has a secret; of a public one it always is. */
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

/** Any of the secrets that work now: two of them while one is being rotated. */
export async function isSecretOf(db: Db, clientId: string, secret: string, now: Date): Promise<boolean> {
  const row = await db.maybe(sql`
    select 1 from client_secrets
    where client_id = ${clientId} and secret_hash = ${hashToken(secret)}
      and (expires_at is null or expires_at > ${now})`)
  return row !== undefined
}
