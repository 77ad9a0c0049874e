import type { giveTokens as giveTokensCall } from '#contract/features/tokens/calls.ts'
import type { ParsedBodyOf } from '#contract/wire/call.ts'
import type { Deps } from '#server/deps.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { isRefused, type Refused } from '#server/platform/refusal.ts'
import { exchangeCode } from './exchange-code.ts'
import type { TokensAnswer } from './issue-tokens.ts'
import { proveClient } from './prove-client.ts'
import { refreshTokens } from './refresh-tokens.ts'
import { refuseOAuth } from './refuse-oauth.ts'

/** The token endpoint: authenticates the client, then handles the grant type. */
export async function giveTokens(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'jobs'>,
  body: ParsedBodyOf<typeof giveTokensCall>,
  visitor: Pick<Visitor, 'authorization' | 'ip' | 'report'>,
): Promise<TokensAnswer | Refused> {
  const client = await proveClient(deps, body, visitor)
  if (isRefused(client)) return client
  if (body.grant_type === '') return refuseOAuth('invalid_request', 'The grant_type is missing.')
  switch (body.grant_type) {
    case 'authorization_code':
      return exchangeCode(deps, client, body, visitor)
    case 'refresh_token':
      return refreshTokens(deps, client, body, visitor)
    default:
      return refuseOAuth(
        'unsupported_grant_type',
        'The grant_type must be authorization_code or refresh_token.',
      )
  }
}
