import { CODE_SECONDS } from '#contract/calendar/lifetimes.ts'
import type { Origin } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { hashToken, newToken } from '#server/platform/secret-tokens.ts'
import { later, SECOND } from '#server/ports/clock.ts'
import type { Agent } from './agents.ts'

/** What a partner asked for, once it has been checked. */
export type CodeRequest = {
  clientId: string
  redirectUri: string
  scope: string
  codeChallenge: string
  vendorUserId: string
  type: string
  /** From where the person connected the partner. */
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
  const told = Object.entries(answer).filter(([, value]) => value !== '')
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${new URLSearchParams(told)}`
}
