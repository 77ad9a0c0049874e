import { PASSKEY_MINUTES } from '#contract/calendar/lifetimes.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { cookieName, cookieOf } from '#server/platform/http/cookies.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { hashToken, newToken } from '#server/platform/secret-tokens.ts'
import { later, MINUTE } from '../ports/clock.ts'

type Jar = { isHttps: boolean }
const COOKIE = 'passkey'
export const CHALLENGE_LASTS_MS = PASSKEY_MINUTES * MINUTE

/** What the answer may be used for. `register-automatically`: made by the browser itself after a password. */
export type PasskeyPurpose = 'register' | 'register-automatically' | 'sign-in' | 'second-step' | 'step-up'
/** Without an agent when nobody knows yet who signs in. */
export type Asked = { purpose: PasskeyPurpose; agentId?: number | undefined }

/** Returns the challenge: 256 random bits, for this browser alone. Several tabs may have one each. */
export async function makeChallenge(
  db: Db,
  { purpose, agentId }: Asked,
  visitor: Pick<Visitor, 'cookies' | 'setCookie'>,
  jar: Jar,
  now: Date,
): Promise<string> {
  const browser = visitor.cookies[cookieName(COOKIE, jar)] || newToken()
  const challenge = newToken()
  await db.run(sql`
    insert into passkey_challenges (challenge_hash, browser_hash, purpose, agent_id, created_at, expires_at)
    values (${hashToken(challenge)}, ${hashToken(browser)}, ${purpose}, ${agentId ?? null}, ${now},
      ${later(now, CHALLENGE_LASTS_MS)})`)
  visitor.setCookie(cookieOf(COOKIE, browser, CHALLENGE_LASTS_MS, jar))
  return challenge
}

/**
 * Whom the browser was asked about when it got this challenge: the agent is null if nobody had been named. Undefined if the
 * challenge does not count. Of two requests with the same challenge, only one gets it.
 */
export async function spendChallenge(
  db: Db,
  { purpose, agentId }: Asked,
  challenge: string,
  visitor: Pick<Visitor, 'cookies'>,
  jar: Jar,
  now: Date,
): Promise<{ agentId: number | null } | undefined> {
  const browser = visitor.cookies[cookieName(COOKIE, jar)]
  if (!browser) return undefined
  return db.maybe<{ agentId: number | null }>(sql`
    delete from passkey_challenges
    where challenge_hash = ${hashToken(challenge)} and browser_hash = ${hashToken(browser)}
      and purpose = ${purpose} and agent_id is not distinct from coalesce(${agentId ?? null}::bigint, agent_id)
      and expires_at > ${now}
    returning agent_id as "agentId"`)
}

/** The challenge that a browser says was signed. Empty if it says nothing that can be read. */
export function challengeIn(clientDataJSON: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))
    return typeof challenge === 'string' ? challenge : ''
  } catch {
    return ''
  }
}
