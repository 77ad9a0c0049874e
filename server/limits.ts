import * as messages from '#contract/messages.ts'
import type { Database, Db } from './db/database.ts'
import { type Sql, sql } from './db/sql.ts'
import { hashToken } from './identity/secret-tokens.ts'
import { later, MINUTE, SECOND } from './ports/clock.ts'
import { type Refused, refuse } from './refusal.ts'

/** So many tries per window for one subject, counted in the database: all instances share it. */
export type Limit = { name: string; tries: number; windowMinutes: number }

/** Who or what is counted: one limit for one subject. */
export type Counted = readonly [Limit, string]

export function countTry(db: Db, limit: Limit, subject: string, now: Date): Promise<Refused | undefined> {
  return countTries(db, [[limit, subject]], now)
}

/**
 * Counts one try under each limit in turn; under those after one that refuses it, it does not count. One
 * statement, so that two instances never both take the last place.
 */
export async function countTries(
  db: Db,
  counted: readonly Counted[],
  now: Date,
): Promise<Refused | undefined> {
  const rows = await db.many<{ points: number; endsAt: Date; tries: number }>(statementFor(counted, now))
  const over = rows.find(({ points, tries }) => points > tries)
  return over && throttled(over.endsAt, now)
}

/**
 * Counts one try under each limit, or under none of them. Returns the place of the first limit that has no room; then
 * nothing was counted, so that what is refused uses up nobody else's tries. Callers name the limits in one order.
 */
export async function takePlaces(
  db: Database,
  counted: readonly Counted[],
  now: Date,
): Promise<number | undefined> {
  try {
    await db.transaction(async (tx) => {
      const rows = await tx.many<{ points: number; tries: number }>(statementFor(counted, now))
      const full = rows.findIndex(({ points, tries }) => points > tries)
      if (full !== -1) throw new NoRoom(full)
    })
    return undefined
  } catch (error) {
    if (error instanceof NoRoom) return error.place
    throw error
  }
}

/** Rolls the count back. */
class NoRoom extends Error {
  place: number
  constructor(place: number) {
    super('No room')
    this.place = place
  }
}

function statementFor(counted: readonly Counted[], now: Date): Sql {
  const values: unknown[] = [now]
  const steps = counted.map(([limit, subject], step) => {
    values.push(keyOf(limit, subject), later(now, limit.windowMinutes * MINUTE), limit.tries)
    const tries = `$${values.length}::integer`
    const [key, windowEnd] = [`$${values.length - 2}::text`, `$${values.length - 1}::timestamptz`]
    return `step_${step} as (
      insert into limits as l (key, points, window_ends_at)
      select ${key}, 1, ${windowEnd} ${step === 0 ? '' : `from step_${step - 1} where points <= tries`}
      on conflict (key) do update set
        points = case when l.window_ends_at <= $1 then 1 else l.points + 1 end,
        window_ends_at = case when l.window_ends_at <= $1 then ${windowEnd} else l.window_ends_at end
      returning points, window_ends_at as "endsAt", ${tries} as tries)`
  })
  const results = counted.map((_, step) => `select * from step_${step}`)
  return { text: `with ${steps.join(', ')} ${results.join(' union all ')}`, values }
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
  await db.run(sql`update limits set points = greatest(points - 1, 0) where key = any(${keys})`)
}

export async function forgetTries(db: Db, limit: Limit, subject: string): Promise<void> {
  await db.run(sql`delete from limits where key = ${keyOf(limit, subject)}`)
}

function throttled(endsAt: Date, now: Date): Refused {
  const seconds = Math.max(1, Math.ceil((endsAt.getTime() - now.getTime()) / SECOND))
  return refuse('throttled', {
    errors: messages.tryLater(Math.ceil(seconds / 60)),
    retryAfterSeconds: seconds,
  })
}

/** The subject may be an email or an address: its hash is enough to count. */
function keyOf(limit: Limit, subject: string): string {
  return `${limit.name}:${hashToken(subject).toString('base64url')}`
}
