import { originOf } from '#server/identity/session-cookie.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { networkOf } from '#server/platform/ip.ts'
import type { Counted } from '#server/platform/limits.ts'
import type { Refused } from '#server/platform/refusal.ts'
import { hashToken } from '#server/platform/secret-tokens.ts'
import { later } from '#server/ports/clock.ts'
import { countAttempt, type Guess, KNOWN_FOR_MS } from '../guessing.ts'
import type { SignedInAt } from './operator-sessions.ts'

/** Counts an attempt to sign in at the desk, like one of a customer: strangers use up no tries of a known device or network. */
export async function countOperatorGuess(
  db: Db,
  { email, ...from }: Guess,
  now: Date,
): Promise<readonly Counted[] | Refused> {
  const person = email.trim().toLowerCase()
  const known = await db.one<{ device: boolean; network: boolean }>(sql`
    select coalesce(bool_or(s.device_hash = ${from.deviceHash}), false) as device,
      coalesce(bool_or(s.network = ${networkOf(from.address)}), false) as network
    from operators o join operator_sessions s on s.operator_id = o.id
    where o.email_key = ${person} and s.created_at > ${later(now, -KNOWN_FOR_MS)}`)
  return countAttempt(db, { ...from, of: 'desk-sign-in', person, known }, now)
}

/** Whose password is new is known nowhere: the former one may have been guessed, from anywhere. */
export async function forgetWhereOperatorSignedIn(tx: Db, operatorId: number): Promise<void> {
  await tx.run(sql`
    update operator_sessions set network = null, device_hash = null where operator_id = ${operatorId}`)
}

/** Where a session begins that this visitor opens on the device with this token. */
export function signedInAt(visitor: Visitor, deviceToken: string): SignedInAt {
  return { origin: originOf(visitor), network: networkOf(visitor.ip), deviceHash: hashToken(deviceToken) }
}
