import * as messages from '#contract/wire/server-messages.ts'
import { later, MINUTE, SECOND } from '#server/ports/clock.ts'
import type { Db } from './db/database.ts'
import { type Sql, sql } from './db/sql.ts'
import { blockOf, networkOf } from './ip.ts'
import { type Refused, refuse } from './refusal.ts'
import { hashToken } from './secret-tokens.ts'

/** A number of attempts per window for one subject, counted in the database and shared by all instances. */
export type Limit = { name: string; tries: number; windowMinutes: number }

/** One limit applied to one subject. */
export type Counted = readonly [Limit, string]

/** Counts one attempt, or refuses it with the time to wait. Not in a transaction that a refusal would roll back. */
export function countTry(db: Db, limit: Limit, subject: string, now: Date): Promise<void> {
  return countTries(db, [[limit, subject]], now)
}

/**
 * How many networks (/64) of one IPv6 block (/48) may use up their attempts before the whole block is
 * refused.
 */
const NETWORKS_PER_BLOCK = 8

/**
 * Every limit by IP is counted this way: strictly per network, and loosely per surrounding block, so that
 * someone with a /48 does not get 65,536 times the attempts.
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

/** The same, for one subject (such as a person) per network: others on that network have their own attempts. */
export function limitByIpFor(
  limit: Limit,
  subject: string,
  ip: string,
  networksPerBlock?: number,
): Counted[] {
  return limitByIp(limit, ip, networksPerBlock).map(([counted, network]) => [
    counted,
    `${subject} ${network}`,
  ])
}

/** Counts one attempt under each limit, or refuses with the time to wait if one of them is exhausted. */
export async function countTries(db: Db, counted: readonly Counted[], now: Date): Promise<void> {
  const throttled = await findThrottled(db, counted, now)
  if (throttled) throw throttled
}

/** The same, for callers with their own message, or that check another limit next. */
export async function findThrottled(
  db: Db,
  counted: readonly Counted[],
  now: Date,
): Promise<Refused | undefined> {
  const full = await takeTries(db, counted, now)
  return full && throttled(full.endsAt, counted[full.place]?.[0].name ?? '', now)
}

type LimitState = { place: number; points: number; endsAt: Date; tries: number; wasCounted: boolean }

/**
 * Counts one attempt under each limit, in order. If one is exhausted, returns it and its index in the list.
 * Two instances can never both take the last attempt. A refused attempt is not counted under any limit: it
 * adds no row, and uses up nothing that others share.
 */
export async function takeTries(
  db: Db,
  counted: readonly Counted[],
  now: Date,
): Promise<Pick<LimitState, 'place' | 'endsAt'> | undefined> {
  const rows = await db.many<LimitState>(statementFor(counted, now))
  const full = rows.find(({ points, tries }) => points > tries)
  if (!full) return undefined
  // Of several concurrent attempts, the late ones were already counted under the earlier limits. Undo that.
  await uncount(db, counted.slice(0, rows.filter(({ wasCounted }) => wasCounted).length))
  return full
}

function statementFor(counted: readonly Counted[], now: Date): Sql {
  const values: unknown[] = [now]
  const limits = counted.map(([limit, subject]) => {
    values.push(keyOf(limit, subject), later(now, limit.windowMinutes * MINUTE), limit.tries)
    const count = values.length
    return {
      key: `$${count - 2}::text`,
      windowEnd: `$${count - 1}::timestamptz`,
      tries: `$${count}::integer`,
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

/** Checks several limits without counting, for events that are counted when they happen. */
export async function findExhausted<Asked extends { limit: Limit; subject: string }>(
  db: Db,
  request: readonly Asked[],
  now: Date,
): Promise<Asked | undefined> {
  const keys = request.map(({ limit, subject }) => keyOf(limit, subject))
  const most = request.map(({ limit }) => limit.tries)
  const found = await db.many<{ key: string }>(sql`
    select l.key from limits l join unnest(${keys}::text[], ${most}::integer[]) as asked (key, tries) on asked.key = l.key
    where l.points >= asked.tries and l.window_ends_at > ${now}`)
  const exhausted = new Set(found.map(({ key }) => key))
  return request.find((_, index) => exhausted.has(keys[index] ?? ''))
}

/** Undoes the count of an attempt that turned out to be legitimate. */
export function giveBackTry(db: Db, limit: Limit, subject: string): Promise<void> {
  return giveBackTries(db, [[limit, subject]])
}

/**
 * Runs after counted work. If it fails, the work is done anyway, and the attempt stays counted until its
 * window ends.
 */
export async function giveBackTries(db: Db, counted: readonly Counted[]): Promise<void> {
  await uncount(db, counted).catch(() => {})
}

async function uncount(db: Db, counted: readonly Counted[]): Promise<void> {
  const keys = counted.map(([limit, subject]) => keyOf(limit, subject))
  // Locked in the order of counting, to avoid deadlocks.
  await db.run(sql`
    with locked as (
      select key from limits where key = any(${keys}) order by array_position(${keys}::text[], key) for update)
    update limits l set points = greatest(l.points - 1, 0) from locked where l.key = locked.key`)
}

export async function clearTries(db: Db, limit: Limit, subject: string): Promise<void> {
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

/** The subject may be an email or an IP address. Its hash is enough for counting. */
function keyOf(limit: Limit, subject: string): string {
  return `${limit.name}:${hashToken(subject).toString('base64url')}`
}
