import { TRUSTED_DEVICE_DAYS } from '#contract/calendar/lifetimes.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { cookieName, cookieOf } from '#server/platform/http/cookies.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { hashToken, newToken } from '#server/platform/secret-tokens.ts'
import { DAY, later } from '../ports/clock.ts'

type Jar = { isHttps: boolean }
const LASTS_MS = TRUSTED_DEVICE_DAYS * DAY

/** One cookie per person: several people may trust the same computer. */
const nameFor = (agentId: number) => `trusted-${agentId}`

export async function isTrustedDevice(
  db: Db,
  agentId: number,
  visitor: Pick<Visitor, 'cookies'>,
  jar: Jar,
  now: Date,
): Promise<boolean> {
  const token = visitor.cookies[cookieName(nameFor(agentId), jar)]
  if (!token) return false
  const device = await db.maybe(sql`
    select 1 from trusted_devices
    where agent_id = ${agentId} and token_hash = ${hashToken(token)} and expires_at > ${now}`)
  return device !== undefined
}

/** The token to hand over once the transaction is through. */
export async function trustDevice(tx: Db, agentId: number, now: Date): Promise<string> {
  const token = newToken()
  await tx.run(sql`
    insert into trusted_devices (agent_id, token_hash, created_at, expires_at)
    values (${agentId}, ${hashToken(token)}, ${now}, ${later(now, LASTS_MS)})`)
  return token
}

export function handTrust(
  visitor: Pick<Visitor, 'setCookie'>,
  agentId: number,
  token: string,
  jar: Jar,
): void {
  visitor.setCookie(cookieOf(nameFor(agentId), token, LASTS_MS, jar))
}
