import type { revokeToken as revokeTokenCall } from '#contract/features/tokens/calls.ts'
import type { AnswerOf, ParsedBodyOf } from '#contract/wire/call.ts'
import type { Deps } from '#server/deps.ts'
import { revokeGrant } from '#server/identity/grants.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { isRefused, type Refused } from '#server/platform/refusal.ts'
import { proveClient } from './prove-client.ts'
import { endToken, findToken } from './queries.ts'
import { refuseOAuth } from './refuse-oauth.ts'

/** RFC 7009: an unknown token counts as revoked. Revoking a refresh token ends its whole connection. */
export async function revokeToken(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  body: ParsedBodyOf<typeof revokeTokenCall>,
  visitor: Pick<Visitor, 'authorization' | 'ip'>,
): Promise<AnswerOf<typeof revokeTokenCall> | Refused> {
  const client = await proveClient(deps, body, visitor)
  if (isRefused(client)) return client
  if (body.token === '') return refuseOAuth('invalid_request', 'The token is missing.')
  const now = deps.clock.now()
  const token = await findToken(deps.db, body.token)
  if (token?.clientId === client.id) {
    if (token.kind === 'refresh') await revokeGrant(deps.db, token.grantId, now)
    else await endToken(deps.db, body.token, now)
  }
  return {}
}
