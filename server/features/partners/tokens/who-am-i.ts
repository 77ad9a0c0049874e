import type { whoAmI as whoAmICall } from '#contract/features/tokens/calls.ts'
import { scopesIn } from '#contract/partners/scopes.ts'
import type { AnswerOf } from '#contract/wire/call.ts'
import { isOpenToPartners } from '#server/accounts/status-rules.ts'
import type { Deps } from '#server/deps.ts'
import { bearerIn } from '#server/platform/http/bearer.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { findLiveToken } from './live-token.ts'
import { noteUse } from './queries.ts'

/**
 * The account a token belongs to. An expired or revoked token is 401, which tells a partner to refresh; never
 * 403. A suspended account is 403, which tells it to wait: a refresh would not help, and the connection is
 * still valid.
 */
export async function whoAmI(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  { authorization }: Pick<Visitor, 'authorization'>,
): Promise<AnswerOf<typeof whoAmICall> | Refused> {
  const realm = `Bearer realm="${config.publicUrl}"`
  const shown = bearerIn(authorization)
  if (shown === undefined)
    return refuse('invalid-token', { also: { error: 'invalid_token' }, challenge: realm })
  const now = clock.now()
  const token = await findLiveToken(db, shown, now)
  if (token?.kind !== 'access') {
    const challenge = `${realm}, error="invalid_token"`
    return refuse('invalid-token', { also: { error: 'invalid_token' }, challenge })
  }
  if (!isOpenToPartners(token)) return refuse('suspended-account', { also: { error: 'account_suspended' } })
  if (!scopesIn(token.scope).includes('profile')) {
    const challenge = `${realm}, error="insufficient_scope", scope="profile"`
    return refuse('narrow-token', { also: { error: 'insufficient_scope' }, challenge })
  }
  await noteUse(db, token.grantId, now)
  return { company: token.company, name: token.name, pin: token.pin, email: token.email }
}
