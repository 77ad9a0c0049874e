import type { introspectToken as introspectTokenCall } from '#contract/features/tokens/calls.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import { isOpenToPartners } from '#server/accounts/status-rules.ts'
import type { Deps } from '#server/deps.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import { SECOND } from '#server/ports/clock.ts'
import { findLiveToken } from './live-token.ts'
import { proveClient } from './prove-client.ts'
import { refuseOAuth } from './refuse-oauth.ts'

/** RFC 7662. A partner can inspect its own tokens; any other token is reported as inactive. */
export async function introspectToken(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  body: ParsedBodyOf<typeof introspectTokenCall>,
  visitor: Pick<Visitor, 'authorization' | 'ip'>,
): Promise<AnswerOf<typeof introspectTokenCall> | Refused> {
  const client = await proveClient(deps, body, visitor)
  if (isRefused(client)) return client
  // Anyone can name a public client, so whoever found a token could test it here.
  if (!client.isConfidential) return refuse('unproven-partner', { also: { error: 'invalid_client' } })
  if (body.token === '') return refuseOAuth('invalid_request', 'The token is missing.')
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
