import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { type Counted, countTries, type Limit } from '../limits.ts'
import { DAY, later } from '../ports/clock.ts'
import type { Refused } from '../refusal.ts'

/** One person at one place who mistypes; one place that tries many people; many places that try one person. */
export const byPersonAndPlace: Limit = { name: 'sign-in:person-and-place', tries: 8, windowMinutes: 15 }
export const byPlace: Limit = { name: 'sign-in:place', tries: 60, windowMinutes: 15 }
export const byPerson: Limit = { name: 'sign-in:person', tries: 30, windowMinutes: 60 }
/** Where the owner is known, only the owner's own place is counted. */
export const byKnownPerson: Limit = { name: 'sign-in:known-person', tries: 8, windowMinutes: 15 }

const KNOWN_PLACE_MS = 90 * DAY

export type Guess = { email: string; address: string; deviceHash: Buffer | null }

/**
 * Every try is counted before the password is looked at, so that many at once cannot slip through; with a right
 * password what was counted is given back. Who has been here before (this device, or this address) is not locked out by
 * strangers who guess from the same office or at the same account.
 */
export async function countGuess(db: Db, guess: Guess, now: Date): Promise<readonly Counted[] | Refused> {
  const counted = await limitsFor(db, guess, now)
  return (await countTries(db, counted, now)) ?? counted
}

async function limitsFor(db: Db, { email, address, deviceHash }: Guess, now: Date): Promise<Counted[]> {
  const person = email.toLowerCase()
  if (await isKnown(db, { email, address, deviceHash }, now)) return [[byKnownPerson, `${person} ${address}`]]
  return [
    [byPersonAndPlace, `${person} ${address}`],
    [byPlace, address],
    [byPerson, person],
  ]
}

async function isKnown(db: Db, { email, address, deviceHash }: Guess, now: Date): Promise<boolean> {
  const row = await db.one<{ known: boolean }>(sql`
    select exists (
      select 1 from agents g join devices d on d.agent_id = g.id
      where g.email_key = ${email.toLowerCase()} and g.removed_at is null and d.device_hash = ${deviceHash}
    ) or exists (
      select 1 from agents g join sessions s on s.agent_id = g.id
      where g.email_key = ${email.toLowerCase()} and g.removed_at is null and s.address = ${address}
        and s.created_at > ${later(now, -KNOWN_PLACE_MS)}
    ) as known`)
  return row.known
}
