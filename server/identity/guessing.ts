import * as messages from '#contract/wire/server-messages.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { networkOf } from '#server/platform/ip.ts'
import { type Counted, findThrottled, type Limit, limitByIp, limitByIpFor } from '#server/platform/limits.ts'
import { isRefused, type Refused } from '#server/platform/refusal.ts'
import { DAY, later } from '#server/ports/clock.ts'

const HOUR_MINUTES = 60
const DAY_MINUTES = 24 * HOUR_MINUTES

/** For attempts from a device, or a network, on which this person has signed in before. */
const onKnownDevice: Limit[] = [
  { name: 'known-device', tries: 8, windowMinutes: 15 },
  { name: 'known-device-day', tries: 30, windowMinutes: DAY_MINUTES },
]
const onKnownNetwork: Limit[] = [
  { name: 'known-place', tries: 8, windowMinutes: 15 },
  { name: 'known-place-day', tries: 30, windowMinutes: DAY_MINUTES },
]

/** One network trying many people. */
const byIp: Limit = { name: 'place', tries: 60, windowMinutes: 15 }
/**
 * One network trying one person. Lower than the limit for all strangers, so that one network cannot exhaust
 * that.
 */
const byPersonAndIp: Limit[] = [
  { name: 'person-and-place', tries: 8, windowMinutes: 15 },
  { name: 'person-and-place-long', tries: 12, windowMinutes: 4 * HOUR_MINUTES },
]
/**
 * An IPv6 block gets the attempts of two networks per person. Otherwise a single rented /48 could lock the
 * person out of signing in from a new network.
 */
const NETWORKS_PER_BLOCK = 2
/** All strangers together trying one person. */
const byStrangers: Limit = { name: 'strangers', tries: 30, windowMinutes: 4 * HOUR_MINUTES }

/** How long a person is known on a network, and operators on a device. */
export const KNOWN_FOR_MS = 90 * DAY
/** For someone who signs in all day, only the latest sessions are checked. */
const KNOWN_NETWORKS_AMONG = 100

export type Guess = { email: string; address: string; deviceHash: Buffer | null }

/** Counts an attempt to sign in as a customer. */
export async function countGuess(db: Db, guess: Guess, now: Date): Promise<readonly Counted[]> {
  const { unlockedAt, ...known } = await findKnown(db, guess, now)
  // Counts from before an operator unlocked this person use another name and are ignored.
  const person = [guess.email.toLowerCase(), unlockedAt?.getTime()].filter(Boolean).join(' ')
  const counted = await countAttempt(db, { ...guess, of: 'sign-in', person, known }, now)
  if (!isRefused(counted)) return counted
  const waitMinutes = Math.ceil((counted.retryAfterSeconds ?? 0) / 60)
  throw { ...counted, errors: messages.tryLaterOrReset(waitMinutes) } satisfies Refused
}

type Attempt = Pick<Guess, 'address' | 'deviceHash'> & {
  /** Customers and operators are counted separately, under the same limits. */
  of: 'sign-in' | 'desk-sign-in'
  person: string
  /** Whether this person has signed in on the device, and on the network. */
  known: { device: boolean; network: boolean }
}

/**
 * Every attempt is counted before the password is checked, so that concurrent attempts cannot exceed the
 * limit. If the password is correct, the count is undone. An attempt counts under the first category with
 * attempts left: known device, known network, stranger. So strangers cannot use up the owner's attempts. A
 * device that has used up its attempts never counts as a stranger: its cookie may be stolen
 * (docs/decisions/guessed-passwords.md).
 */
export async function countAttempt(
  db: Db,
  attempt: Attempt,
  now: Date,
): Promise<readonly Counted[] | Refused> {
  const refusals: Refused[] = []
  for (const names of namesOf(attempt)) {
    const counted = names.map(
      ([limit, subject]) => [{ ...limit, name: `${attempt.of}:${limit.name}` }, subject] as const,
    )
    const refused = await findThrottled(db, counted, now)
    if (!refused) return counted
    refusals.push(refused)
  }
  const waitOf = ({ retryAfterSeconds = 0 }: Refused) => retryAfterSeconds
  return refusals.reduce((soonest, other) => (waitOf(other) < waitOf(soonest) ? other : soonest))
}

function namesOf({ person, address, deviceHash, known }: Attempt): Counted[][] {
  const asDevice: Counted[] = onKnownDevice.map((limit) => [
    limit,
    `${person} ${deviceHash?.toString('hex')}`,
  ])
  const asNetwork: Counted[] = onKnownNetwork.map((limit) => [limit, `${person} ${networkOf(address)}`])
  // The network comes first: however many emails it tries, it adds no more rows than it has attempts.
  const asStranger: Counted[] = [
    ...limitByIp(byIp, address),
    ...byPersonAndIp.flatMap((limit) => limitByIpFor(limit, person, address, NETWORKS_PER_BLOCK)),
    [byStrangers, person],
  ]
  return [
    ...(known.device ? [asDevice] : []),
    ...(known.network ? [asNetwork] : []),
    ...(known.device ? [] : [asStranger]),
  ]
}

/**
 * Devices and networks from before the last password change do not count: they may belong to someone who had
 * guessed the old password.
 */
async function findKnown(
  db: Db,
  { email, address, deviceHash }: Guess,
  now: Date,
): Promise<{ device: boolean; network: boolean; unlockedAt: Date | null }> {
  const { device, addresses, unlockedAt } = await db.one<{
    device: boolean
    addresses: string[]
    unlockedAt: Date | null
  }>(sql`
    select exists (
        select 1 from agents g join devices d on d.agent_id = g.id
        where g.email_key = ${email.toLowerCase()} and g.removed_at is null and d.device_hash = ${deviceHash}
      ) as device,
      array(
        select distinct recent.address from agents g cross join lateral (
          select s.address from sessions s
          where s.agent_id = g.id and s.created_at > ${later(now, -KNOWN_FOR_MS)}
            and s.created_at >= coalesce(g.password_set_at, '-infinity')
          order by s.created_at desc limit ${KNOWN_NETWORKS_AMONG}
        ) recent
        where g.email_key = ${email.toLowerCase()} and g.removed_at is null
      ) as addresses,
      (select max(g.unlocked_at) from agents g
       where g.email_key = ${email.toLowerCase()} and g.removed_at is null) as "unlockedAt"`)
  return { device, network: addresses.some((known) => networkOf(known) === networkOf(address)), unlockedAt }
}
