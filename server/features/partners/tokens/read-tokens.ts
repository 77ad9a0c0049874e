import type {
  introspectToken as introspectTokenCall,
  revokeToken as revokeTokenCall,
  whoAmI as whoAmICall,
} from '#contract/features/tokens.ts'
import { scopesIn } from '#contract/partners/scopes.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import { isOpenToPartners } from '#server/accounts/status-rules.ts'
import type { Deps } from '#server/deps.ts'
import { revokeGrant } from '#server/identity/partners.ts'
import type { Db } from '#server/platform/db/database.ts'
import { bearerIn, type Visitor } from '#server/platform/http/visitor.ts'
import { refuse } from '#server/platform/refusal.ts'
import { SECOND } from '#server/ports/clock.ts'
import { proveClient, refuseOAuth } from './clients.ts'
import { endToken, findToken, type HeldToken, noteUse } from './queries.ts'

/** RFC 7662. A partner can inspect its own tokens; any other token is reported as inactive. */
export async function introspectToken(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  body: ParsedBodyOf<typeof introspectTokenCall>,
  visitor: Pick<Visitor, 'authorization' | 'ip'>,
): Promise<AnswerOf<typeof introspectTokenCall>> {
  const client = await proveClient(deps, body, visitor)
  // Anyone can name a public client, so whoever found a token could test it here.
  if (!client.isConfidential) throw refuse('unproven-partner', { also: { error: 'invalid_client' } })
  if (body.token === '') throw refuseOAuth('invalid_request', 'The token is missing.')
  const token = await findLiveToken(deps.db, body.token, deps.clock.now())
  // A caller that relies on this answer must not grant access to a suspended account.
  if (token?.clientId !== client.id || !isOpenToPartners(token)) return { active: false }
  return {
    active: true,
    scope: token.scope,
    client_id: token.clientId,
    username: token.email,
    ...(token.kind === 'access' ? { token_type: 'Bearer' } : {}),
    exp: Math.floor(token.expiresAt.getTime() / SECOND),
    iat: Math.floor(token.createdAt.getTime() / SECOND),
    sub: String(token.agentId),
    iss: deps.config.publicUrl,
  }
}

/**
 * The account a token belongs to. An expired or revoked token is 401, which tells a partner to refresh; never
 * 403. A suspended account is 403, which tells it to wait: a refresh would not help, and the connection is
 * still valid.
 */
export async function whoAmI(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  { authorization }: Pick<Visitor, 'authorization'>,
): Promise<AnswerOf<typeof whoAmICall>> {
  const realm = `Bearer realm="${config.publicUrl}"`
  const shown = bearerIn(authorization)
  if (shown === undefined)
    throw refuse('invalid-token', { also: { error: 'invalid_token' }, challenge: realm })
  const now = clock.now()
  const token = await findLiveToken(db, shown, now)
  if (token?.kind !== 'access') {
    const challenge = `${realm}, error="invalid_token"`
    throw refuse('invalid-token', { also: { error: 'invalid_token' }, challenge })
  }
  if (!isOpenToPartners(token)) throw refuse('suspended-account', { also: { error: 'account_suspended' } })
  if (!scopesIn(token.scope).includes('profile')) {
    const challenge = `${realm}, error="insufficient_scope", scope="profile"`
    throw refuse('narrow-token', { also: { error: 'insufficient_scope' }, challenge })
  }
  await noteUse(db, token.grantId, now)
  return { company: token.company, name: token.name, pin: token.pin, email: token.email }
}

/** RFC 7009: an unknown token counts as revoked. Revoking a refresh token ends its whole connection. */
export async function revokeToken(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  body: ParsedBodyOf<typeof revokeTokenCall>,
  visitor: Pick<Visitor, 'authorization' | 'ip'>,
): Promise<AnswerOf<typeof revokeTokenCall>> {
  const client = await proveClient(deps, body, visitor)
  if (body.token === '') throw refuseOAuth('invalid_request', 'The token is missing.')
  const now = deps.clock.now()
  const token = await findToken(deps.db, body.token)
  if (token?.clientId === client.id) {
    if (token.kind === 'refresh') await revokeGrant(deps.db, token.grantId, now)
    else await endToken(deps.db, body.token, now)
  }
  return {}
}

/**
 * A token that is valid now, whatever the account's status. A replaced refresh token is not, even within its
 * grace period.
 */
async function findLiveToken(db: Db, token: string, now: Date): Promise<HeldToken | undefined> {
  const held = token === '' ? undefined : await findToken(db, token)
  const isOver = !held || held.isRevoked || held.isFraud || held.replacedAt || held.expiresAt <= now
  return isOver ? undefined : held
}
