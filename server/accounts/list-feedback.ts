import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

export type Feedback = {
  id: number
  /** In microseconds, as the database keeps it: where a list goes on. */
  micros: number
  at: Date
  pin: string
  company: string | null
  reason: string | null
  missing: string | null
  wouldReturn: string | null
}

type Asked = {
  since?: Date | undefined
  /** Exclusive. */
  before?: Date | undefined
  /** The list goes on after this one. */
  after?: { micros: number; id: number } | undefined
}

/** What people said when they left, newest first. */
export function listFeedback(
  db: Db,
  limit: number,
  { since = new Date(0), before, after }: Asked = {},
): Promise<Feedback[]> {
  return db.many<Feedback>(sql`
    select f.id, (extract(epoch from f.created_at) * 1000000)::bigint as micros, f.created_at as at, f.pin, a.company,
      f.answers->>'reason' as reason, f.answers->>'missing' as missing, f.answers->>'wouldReturn' as "wouldReturn"
    from feedback f left join accounts a on a.pin = f.pin
    where f.created_at >= ${since} and f.created_at < coalesce(${before ?? null}::timestamptz, 'infinity')
      and (f.created_at, f.id)
        < (coalesce(timestamptz 'epoch' + ${after?.micros ?? null}::float8 * interval '1 microsecond', 'infinity'), ${after?.id ?? 0}::bigint)
    order by f.created_at desc, f.id desc limit ${limit}`)
}
