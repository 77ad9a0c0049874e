import * as messages from '#contract/wire/server-messages.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { networkOf } from '#server/platform/ip.ts'
import { type Counted, countTries, type Limit, limitByIp, limitByIpFor } from '#server/platform/limits.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { DAY, later } from '../ports/clock.ts'

const HOUR_MINUTES = 60
const DAY_MINUTES = 24 * HOUR_MINUTES

/** Whoever mistypes on a device, or at a place, where this person has signed in before. */
const onKnownDevice: Limit[] = [
  { name: 'sign-in:known-device', tries: 8, windowMinutes: 15 },
  { name: 'sign-in:known-device-day', tries: 30, windowMinutes: DAY_MINUTES },
]
const onKnownNetwork: Limit[] = [
  { name: 'sign-in:known-place', tries: 8, windowMinutes: 15 },
  { name: 'sign-in:known-place-day', tries: 30, windowMinutes: DAY_MINUTES },
]

/** One place that tries many people. */
const byIp: Limit = { name: 'sign-in:place', tries: 60, windowMinutes: 15 }
/** One place that tries one person: never so often that all strangers together are refused for it. */
const byPersonAndIp: Limit[] = [
  { name: 'sign-in:person-and-place', tries: 8, windowMinutes: 15 },
  { name: 'sign-in:person-and-place-long', tries: 12, windowMinutes: 4 * HOUR_MINUTES },
]
/** A net that tries one person counts as two places, or a rented /48 alone could shut the person's own new places out. */
const NETWORKS_PER_BLOCK = 2
/** All strangers that try one person. */
const byStrangers: Limit = { name: 'sign-in:strangers', tries: 30, windowMinutes: 4 * HOUR_MINUTES }

const KNOWN_NETWORK_MS = 90 * DAY

export type Guess = { email: string; address: string; deviceHash: Buffer | null }

/**
 * Every try is counted before the password is looked at, so that many at once cannot slip through; with a right
 * password what was counted is given back. A try goes under the first name that has some left: as this person's device,
 * as this person's place, as a stranger. So strangers never use up what the owner has. A device that has used up its
 * tries gets no more by moving about: its cookie may be a stolen one (docs/decisions/0046).
 */
export async function countGuess(db: Db, guess: Guess, now: Date): Promise<readonly Counted[] | Refused> {
  let [waitSeconds, limit] = [Number.POSITIVE_INFINITY, '']
  for (const counted of await namesOf(db, guess, now)) {
    const refused = await countTries(db, counted, now)
    if (!refused) return counted
    const { retryAfterSeconds = 0, limit: reached = '' } = refused
    if (retryAfterSeconds < waitSeconds) [waitSeconds, limit] = [retryAfterSeconds, reached]
  }
  return refuse('throttled', {
    errors: messages.tryLaterOrReset(Math.ceil(waitSeconds / 60)),
    retryAfterSeconds: waitSeconds,
    limit,
  })
}

async function namesOf(db: Db, guess: Guess, now: Date): Promise<Counted[][]> {
  const { address, deviceHash } = guess
  const person = guess.email.toLowerCase()
  const known = await findKnown(db, guess, now)
  const asDevice: Counted[] = onKnownDevice.map((limit) => [
    limit,
    `${person} ${deviceHash?.toString('hex')}`,
  ])
  const asPlace: Counted[] = onKnownNetwork.map((limit) => [limit, `${person} ${networkOf(address)}`])
  // The place comes first: however many emails are tried there, it adds no more rows than it has tries.
  const asStranger: Counted[] = [
    ...limitByIp(byIp, address),
    ...byPersonAndIp.flatMap((limit) => limitByIpFor(limit, person, address, NETWORKS_PER_BLOCK)),
    [byStrangers, person],
  ]
  return [
    ...(known.device ? [asDevice] : []),
    ...(known.place ? [asPlace] : []),
    ...(known.device ? [] : [asStranger]),
  ]
}

/** What was known under an old password is not known any more: whoever guessed that one was there, too. */
async function findKnown(
  db: Db,
  { email, address, deviceHash }: Guess,
  now: Date,
): Promise<{ device: boolean; place: boolean }> {
  const { device, addresses } = await db.one<{ device: boolean; addresses: string[] }>(sql`
    select exists (
        select 1 from agents g join devices d on d.agent_id = g.id
        where g.email_key = ${email.toLowerCase()} and g.removed_at is null and d.device_hash = ${deviceHash}
      ) as device,
      array(
        select distinct s.address from agents g join sessions s on s.agent_id = g.id
        where g.email_key = ${email.toLowerCase()} and g.removed_at is null
          and s.created_at > ${later(now, -KNOWN_NETWORK_MS)}
          and s.created_at >= coalesce(g.password_set_at, '-infinity')
      ) as addresses`)
  return { device, place: addresses.some((known) => networkOf(known) === networkOf(address)) }
}
