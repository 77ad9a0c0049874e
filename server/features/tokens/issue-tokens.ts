import type { Db } from '../../db/database.ts'
import { newToken } from '../../identity/secret-tokens.ts'
import { DAY, later, SECOND } from '../../ports/clock.ts'
import type { TokensAnswer } from './give-tokens.ts'
import { keepToken } from './queries.ts'

export const ACCESS_LASTS_SECONDS = 3600
/** From one refresh to the next: a partner that is not used for so long has to be let in again. */
export const REFRESH_LASTS_MS = 90 * DAY

export async function issueTokens(
  tx: Db,
  { grantId, scope, narrowed }: { grantId: number; scope: string; narrowed?: string | undefined },
  now: Date,
): Promise<TokensAnswer> {
  const access = newToken()
  const refresh = newToken()
  const accessEnds = later(now, ACCESS_LASTS_SECONDS * SECOND)
  await keepToken(tx, { token: access, grantId, kind: 'access', scope: narrowed, expiresAt: accessEnds }, now)
  await keepToken(
    tx,
    { token: refresh, grantId, kind: 'refresh', expiresAt: later(now, REFRESH_LASTS_MS) },
    now,
  )
  return {
    access_token: access,
    token_type: 'Bearer',
    expires_in: ACCESS_LASTS_SECONDS,
    refresh_token: refresh,
    scope: narrowed ?? scope,
  }
}
