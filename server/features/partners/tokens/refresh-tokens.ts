import { scopesIn } from '#contract/partners/scopes.ts'
import type { Deps } from '#server/deps.ts'
import type { Client } from '#server/identity/clients.ts'
import { revokeGrant } from '#server/identity/grants.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import type { Refused } from '#server/platform/refusal.ts'
import { MINUTE } from '#server/ports/clock.ts'
import type { TokensAnswer } from './issue-tokens.ts'
import { endOfConnection, issueTokens } from './issue-tokens.ts'
import { endSuccessors, holdRefreshToken, replaceToken } from './queries.ts'
import { refuseOAuth } from './refuse-oauth.ts'

/** How long a partner may retry whose answer was lost, or whose two workers refresh at once. */
const GRACE_MS = MINUTE

/**
 * Exchanges a refresh token for a new pair. Within the grace period an old token yields one more pair, and
 * only the newest is valid; using a token that was replaced earlier than that ends the connection. A
 * suspended account keeps its connections, but none of them has access: to a partner `invalid_grant` is
 * permanent (docs/decisions/0047).
 */
export async function refreshTokens(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  client: Client,
  shown: { refresh_token: string; scope: string },
  visitor: Pick<Visitor, 'report'>,
): Promise<TokensAnswer | Refused> {
  if (shown.refresh_token === '') return refuseOAuth('invalid_request', 'The refresh_token is missing.')
  const now = clock.now()
  return db.transaction(async (tx) => {
    const held = await holdRefreshToken(tx, shown.refresh_token)
    if (held?.clientId === client.id && endOfConnection(held.grantedAt) <= now)
      return refuseOAuth(
        'invalid_grant',
        'The connection is a year old and has expired. Ask the person to connect again.',
      )
    if (!held || held.clientId !== client.id || held.isRevoked || held.expiresAt <= now)
      return refuseOAuth('invalid_grant', 'The refresh token is unknown, expired or revoked.')
    if (held.replacedAt && now.getTime() - held.replacedAt.getTime() > GRACE_MS) {
      await revokeGrant(tx, held.grantId, now)
      visitor.report('partner.token-replayed', {
        partner: client.id,
        agentId: held.agentId,
        accountNumber: held.pin,
      })
      return refuseOAuth(
        'invalid_grant',
        'The refresh token was already replaced. The connection has been ended.',
      )
    }
    if (held.isFraud) return refuseOAuth('invalid_grant', 'The account cannot be used by partners.')
    const asked = scopesIn(shown.scope)
    if (!asked.every((name) => scopesIn(held.scope).includes(name)))
      return refuseOAuth('invalid_scope', `The scope must not exceed what was granted: ${held.scope}.`)

    if (held.replacedAt)
      await endSuccessors(
        tx,
        { grantId: held.grantId, since: held.replacedAt, token: shown.refresh_token },
        now,
      )
    await replaceToken(tx, shown.refresh_token, now)
    const narrowed = asked.length > 0 ? asked.join(' ') : undefined
    return issueTokens(tx, { ...held, narrowed }, now)
  })
}
