import * as messages from '#contract/wire/server-messages.ts'
import { later, MINUTE, SECOND } from '#server/ports/clock.ts'
import type { Db } from './db/database.ts'
import { type Sql, sql } from './db/sql.ts'
import { blockOf, networkOf } from './ip.ts'
import { type Refused, refuse } from './refusal.ts'
import { hashToken } from './secret-tokens.ts'

/** So many tries per window for one subject, counted in the database: all instances share it. */
export type Limit = { name: string; tries: number; windowMinutes: number }

/** Who or what is counted: one limit for one subject. */
export type Counted = readonly [Limit, string]

export function countTry(db: Db, limit: Limit, subject: string, now: Date): Promise<Refused | undefined> {
  return countTries(db, [[limit, subject]], now)
}

/** How many places of one IPv6 net may use up their tries before the net as a whole is refused. */
const NETWORKS_PER_BLOCK = 8

/**
 * A limit by where someone asks from, as every limit by IP address is counted: strictly by place, and loosely by the
 * net around it, so that whoever holds a /48 does not have 65,536 places.
 */
export function limitByIp(limit: Limit, ip: string, networksPerBlock = NETWORKS_PER_BLOCK): Counted[] {
  const net = blockOf(ip)
  const byNet = { ...limit, name: `${limit.name}:net`, tries: limit.tries * networksPerBlock }
  return net === undefined
    ? [[limit, networkOf(ip)]]
    : [
        [byNet, net],
        [limit, networkOf(ip)],
      ]
}

/** The same for one subject there, such as a person: others at that place have tries of their own. */
export function limitByIpFor(
  limit: Limit,
  subject: string,
  ip: string,
  networksPerBlock?: number,
): Counted[] {
  return limitByIp(limit, ip, networksPerBlock).map(([counted, place]) => [counted, `${subject} ${place}`])
}

/** Counts one try under each limit, and says when to come back where one of them has no room. */
export async function countTries(
  db: Db,
  counted: readonly Counted[],
  now: Date,
): Promise<Refused | undefined> {
  const full = await takeTries(db, counted, now)
  return full && throttled(full.endsAt, counted[full.place]?.[0].name ?? '', now)
}

type Standing = { place: number; points: number; endsAt: Date; tries: number; wasCounted: boolean }

/**
 * Counts one try under each limit in turn; where one has no room, that one, and its place in the list. Two instances
 * never both take the last try, and whoever is refused has been counted nowhere: a throttled try adds no row, and
 * spends none of what others share.
 */
export async function takeTries(
  db: Db,
  counted: readonly Counted[],
  now: Date,
): Promise<Pick<Standing, 'place' | 'endsAt'> | undefined> {
  const rows = await db.many<Standing>(statementFor(counted, now))
  const full = rows.find(({ points, tries }) => points > tries)
  if (!full) return undefined
  // Of many at once, those that came too late have been counted by the time they know.
  await giveBackTries(db, counted.slice(0, rows.filter(({ wasCounted }) => wasCounted).length))
  return full
}

function statementFor(counted: readonly Counted[], now: Date): Sql {
  const values: unknown[] = [now]
  const limits = counted.map(([limit, subject]) => {
    values.push(keyOf(limit, subject), later(now, limit.windowMinutes * MINUTE), limit.tries)
    const place = values.length
    return {
      key: `$${place - 2}::text`,
      windowEnd: `$${place - 1}::timestamptz`,
      tries: `$${place}::integer`,
    }
  })
  const used = limits.map(
    ({ key, tries }, place) => `select ${place}, points + 1, window_ends_at, ${tries} from limits
      where key = ${key} and points >= ${tries} and window_ends_at > $1`,
  )
  const steps = limits.map(({ key, windowEnd, tries }, step) => {
    const before =
      step === 0 ? 'where not exists (select from used_up)' : `from step_${step - 1} where points <= tries`
    return `step_${step} as (
      insert into limits as l (key, points, window_ends_at)
      select ${key}, 1, ${windowEnd} ${before}
      on conflict (key) do update set
        points = case when l.window_ends_at <= $1 then 1 else l.points + 1 end,
        window_ends_at = case when l.window_ends_at <= $1 then ${windowEnd} else l.window_ends_at end
      returning ${step} as place, points, window_ends_at as "endsAt", ${tries} as tries)`
  })
  const results = limits.map((_, step) => `select *, true as "wasCounted" from step_${step}`)
  return {
    text: `with used_up (place, points, "endsAt", tries) as (${used.join(' union all ')}), ${steps.join(', ')}
      select *, false as "wasCounted" from used_up union all ${results.join(' union all ')}`,
    values,
  }
}

/** Looks without counting, at several at once: for limits on something that is counted when it happens. */
export async function findExhausted<Asked extends { limit: Limit; subject: string }>(
  db: Db,
  asked: readonly Asked[],
  now: Date,
): Promise<Asked | undefined> {
  const keys = asked.map(({ limit, subject }) => keyOf(limit, subject))
  const most = asked.map(({ limit }) => limit.tries)
  const found = await db.many<{ key: string }>(sql`
    select l.key from limits l join unnest(${keys}::text[], ${most}::integer[]) as asked (key, tries) on asked.key = l.key
    where l.points >= asked.tries and l.window_ends_at > ${now}`)
  const exhausted = new Set(found.map(({ key }) => key))
  return asked.find((_, place) => exhausted.has(keys[place] ?? ''))
}

/** A try that turned out to be honest does not count. */
export function giveBackTry(db: Db, limit: Limit, subject: string): Promise<void> {
  return giveBackTries(db, [[limit, subject]])
}

export async function giveBackTries(db: Db, counted: readonly Counted[]): Promise<void> {
  const keys = counted.map(([limit, subject]) => keyOf(limit, subject))
  // Locked in the order in which they are counted, so that the two never wait for each other.
  await db.run(sql`
    with held as (
      select key from limits where key = any(${keys}) order by array_position(${keys}::text[], key) for update)
    update limits l set points = greatest(l.points - 1, 0) from held where l.key = held.key`)
}

export async function forgetTries(db: Db, limit: Limit, subject: string): Promise<void> {
  await db.run(sql`delete from limits where key = ${keyOf(limit, subject)}`)
}

function throttled(endsAt: Date, limit: string, now: Date): Refused {
  const seconds = Math.max(1, Math.ceil((endsAt.getTime() - now.getTime()) / SECOND))
  return refuse('throttled', {
    errors: messages.tryLater(Math.ceil(seconds / 60)),
    retryAfterSeconds: seconds,
    limit,
  })
}

/** The subject may be an email or an address: its hash is enough to count. */
function keyOf(limit: Limit, subject: string): string {
  return `${limit.name}:${hashToken(subject).toString('base64url')}`
}
