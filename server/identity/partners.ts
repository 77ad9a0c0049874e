import { CODE_SECONDS } from '#contract/calendar/lifetimes.ts'
import type { Origin } from '#server/platform/audit.ts'
import { type Db, inParts, PART } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { hashToken, newToken } from '#server/platform/secret-tokens.ts'
import { later, SECOND } from '#server/ports/clock.ts'
import type { Agent } from './agents.ts'

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

/** Revokes a connection and all its tokens. */
export async function revokeGrant(tx: Db, grantId: number, now: Date): Promise<void> {
  await tx.run(sql`update grants set revoked_at = ${now} where id = ${grantId} and revoked_at is null`)
}

/**
 * Ends the connections of disabled partners in batches. Meanwhile none of them works and none is added, so a
 * process killed halfway leaves the rest to the next one.
 */
export function endGrantsOfDisabled(db: Db, now: Date, mayGoOn?: () => boolean): Promise<void> {
  return inParts(async () => {
    const ended = await db.run(sql`
      update grants set revoked_at = ${now} where id in (
        select g.id from clients c cross join lateral (
          select id from grants where client_id = c.id and revoked_at is null limit ${PART}
          for update skip locked) g
        where c.disabled_at is not null limit ${PART})`)
    return ended === PART
  }, mayGoOn)
}

/** Revokes the connections that this person has made since that moment. */
export async function revokeGrantsSince(tx: Db, agentId: number, since: Date, now: Date): Promise<void> {
  await tx.run(sql`
    update grants set revoked_at = ${now}
    where agent_id = ${agentId} and revoked_at is null and created_at >= ${since}`)
}

/** A partner's validated request. */
export type CodeRequest = {
  clientId: string
  redirectUri: string
  scope: string
  codeChallenge: string
  vendorUserId: string
  type: string
  /** The origin of the person who connected the partner. */
  origin: Origin
}

/**
 * Issues a code for the partner. Only its hash is stored. Undefined if the person was removed, the password replaced, or
 * the app or a passkey changed, since they were read.
 */
export async function issueCode(
  db: Db,
  { id: agentId, passwordSetAt, factorsVersion }: Pick<Agent, 'id' | 'passwordSetAt' | 'factorsVersion'>,
  request: CodeRequest,
  now: Date,
): Promise<string | undefined> {
  const code = newToken()
  const { clientId, redirectUri, scope, codeChallenge, vendorUserId, type, origin } = request
  const issued = await db.run(sql`
    insert into authorization_codes (code_hash, client_id, agent_id, redirect_uri, scope, code_challenge, vendor_user_id,
      type, ip, device, created_at, expires_at)
    select ${hashToken(code)}, ${clientId}, id, ${redirectUri}, ${scope},
      ${codeChallenge === '' ? null : codeChallenge}, ${vendorUserId}, ${type}, ${origin.ip},
      ${origin.device}, ${now}::timestamptz, ${later(now, CODE_SECONDS * SECOND)}::timestamptz
    from agents where id = ${agentId} and removed_at is null and factors_version = ${factorsVersion}
      and date_trunc('milliseconds', password_set_at) is not distinct from ${passwordSetAt}::timestamptz
    for share`)
  return issued === 1 ? code : undefined
}

/**
 * Appends the answer to the registered redirect URI, which is otherwise unchanged; an absent state stays
 * absent.
 */
export function wayBack(redirectUri: string, answer: Record<string, string>): string {
  const parameters = Object.entries(answer).filter(([, value]) => value !== '')
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${new URLSearchParams(parameters)}`
}
