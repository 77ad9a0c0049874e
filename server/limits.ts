import * as messages from '#contract/messages.ts'
import type { Db } from './db/database.ts'
import { sql } from './db/sql.ts'
import { hashToken } from './identity/secret-tokens.ts'
import { later, MINUTE, SECOND } from './ports/clock.ts'
import { type Refused, refuse } from './refusal.ts'

/** So many tries per window for one subject, counted in the database: all instances share it. */
export type Limit = { name: string; tries: number; windowMinutes: number }

/** Counts one try. One statement, so that two instances never both take the last place. */
export async function countTry(
  db: Db,
  limit: Limit,
  subject: string,
  now: Date,
): Promise<Refused | undefined> {
  const windowEnd = later(now, limit.windowMinutes * MINUTE)
  const { points, endsAt } = await db.one<{ points: number; endsAt: Date }>(sql`
    insert into limits as l (key, points, window_ends_at) values (${keyOf(limit, subject)}, 1, ${windowEnd})
    on conflict (key) do update set
      points = case when l.window_ends_at <= ${now} then 1 else l.points + 1 end,
      window_ends_at = case when l.window_ends_at <= ${now} then ${windowEnd} else l.window_ends_at end
    returning points, window_ends_at as "endsAt"`)
  return points > limit.tries ? throttled(endsAt, now) : undefined
}

/** Looks without counting: for limits on something that is counted when it happens. */
export async function isExhausted(db: Db, limit: Limit, subject: string, now: Date): Promise<boolean> {
  const row = await db.maybe(sql`
    select 1 from limits
    where key = ${keyOf(limit, subject)} and points >= ${limit.tries} and window_ends_at > ${now}`)
  return row !== undefined
}

/** A try that turned out to be honest does not count. */
export async function giveBackTry(db: Db, limit: Limit, subject: string): Promise<void> {
  await db.run(sql`update limits set points = greatest(points - 1, 0) where key = ${keyOf(limit, subject)}`)
}

export async function forgetTries(db: Db, limit: Limit, subject: string): Promise<void> {
  await db.run(sql`delete from limits where key = ${keyOf(limit, subject)}`)
}

export async function dropOldLimits(db: Db, now: Date): Promise<number> {
  return db.run(sql`delete from limits where window_ends_at < ${now}`)
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
