import { scopesIn } from '#contract/scopes.ts'
import type { Deps } from '../../deps.ts'
import type { Client } from '../../identity/clients.ts'
import { isOpenToPartners, revokeGrant } from '../../identity/grants.ts'
import { MINUTE } from '../../ports/clock.ts'
import type { Refused } from '../../refusal.ts'
import type { TokensAnswer } from './give-tokens.ts'
import { issueTokens } from './issue-tokens.ts'
import { holdRefreshToken, replaceToken } from './queries.ts'
import { refuseOAuth } from './refuse-oauth.ts'

/** Time for a partner whose answer was lost, or whose two workers refresh at once, to ask again. */
export const GRACE_MS = MINUTE

/** A new pair for the old: whoever shows a token that was replaced long ago ends the connection. */
export async function refreshTokens(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  client: Client,
  shown: { refresh_token: string; scope: string },
): Promise<TokensAnswer | Refused> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const held = shown.refresh_token === '' ? undefined : await holdRefreshToken(tx, shown.refresh_token)
    if (!held || held.clientId !== client.id || held.isRevoked || held.expiresAt <= now)
      return refuseOAuth('invalid_grant', 'The refresh token is unknown, expired or revoked.')
    if (held.replacedAt && now.getTime() - held.replacedAt.getTime() > GRACE_MS) {
      await revokeGrant(tx, held.grantId, now)
      return refuseOAuth(
        'invalid_grant',
        'The refresh token was replaced before: the connection has been ended.',
      )
    }
    if (!isOpenToPartners(held)) return refuseOAuth('invalid_grant', 'The account is closed to partners.')
    const asked = scopesIn(shown.scope)
    if (!asked.every((name) => scopesIn(held.scope).includes(name)))
      return refuseOAuth('invalid_scope', `The scope may hold no more than was granted: ${held.scope}.`)

    await replaceToken(tx, shown.refresh_token, now)
    const narrowed = asked.length > 0 ? asked.join(' ') : undefined
    return issueTokens(tx, { grantId: held.grantId, scope: held.scope, narrowed }, now)
  })
}
