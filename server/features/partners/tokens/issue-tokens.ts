import { ACCESS_TOKEN_SECONDS, CONNECTION_DAYS, REFRESH_TOKEN_DAYS } from '#contract/calendar/lifetimes.ts'
import type { giveTokens as giveTokensCall } from '#contract/features/tokens/calls.ts'
import type { AnswerOf } from '#contract/wire/call.ts'
import type { Db } from '#server/platform/db/database.ts'
import { newToken } from '#server/platform/secret-tokens.ts'
import { DAY, later, SECOND } from '#server/ports/clock.ts'
import { keepToken } from './queries.ts'

const ACCESS_LASTS_MS = ACCESS_TOKEN_SECONDS * SECOND
/** Time from one refresh to the next; a partner unused for longer must be connected again. */
const REFRESH_LASTS_MS = REFRESH_TOKEN_DAYS * DAY
/** However active the partner is, a person must connect it again once a year. */
const CONNECTION_LASTS_MS = CONNECTION_DAYS * DAY

export type TokensAnswer = AnswerOf<typeof giveTokensCall>

export function endOfConnection(grantedAt: Date): Date {
  return later(grantedAt, CONNECTION_LASTS_MS)
}

export async function issueTokens(
  tx: Db,
  given: { grantId: number; grantedAt: Date; scope: string; narrowed?: string | undefined },
  now: Date,
): Promise<TokensAnswer> {
  const { grantId, grantedAt, scope, narrowed } = given
  const access = newToken()
  const refresh = newToken()
  const accessEnds = endWithin(grantedAt, later(now, ACCESS_LASTS_MS))
  const refreshEnds = endWithin(grantedAt, later(now, REFRESH_LASTS_MS))
  await keepToken(tx, { token: access, grantId, kind: 'access', scope: narrowed, expiresAt: accessEnds }, now)
  await keepToken(tx, { token: refresh, grantId, kind: 'refresh', expiresAt: refreshEnds }, now)
  return {
    access_token: access,
    token_type: 'Bearer',
    expires_in: secondsBetween(now, accessEnds),
    refresh_token: refresh,
    refresh_token_expires_in: secondsBetween(now, refreshEnds),
    scope: narrowed ?? scope,
  }
}

function endWithin(grantedAt: Date, wanted: Date): Date {
  const last = endOfConnection(grantedAt)
  return wanted < last ? wanted : last
}

function secondsBetween(from: Date, to: Date): number {
  return Math.floor((to.getTime() - from.getTime()) / SECOND)
}
