import { beforeCursor, type Cursor, NEWEST } from '#server/platform/db/cursor.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

export type Feedback = Cursor & {
  at: Date
  pin: string
  company: string | null
  reason: string | null
  missing: string | null
  wouldReturn: string | null
}

type ListRequest = {
  since?: Date | undefined
  /** Exclusive. */
  before?: Date | undefined
  cursor?: Cursor | undefined
}

/** What people said when they left, newest first. */
export function listFeedback(
  db: Db,
  limit: number,
  { since = new Date(0), before, cursor = NEWEST }: ListRequest = {},
): Promise<Feedback[]> {
  const older = beforeCursor(cursor)
  return db.many<Feedback>(sql`
    select f.id, 0 as source, (extract(epoch from f.created_at) * 1000000)::bigint as micros, f.created_at as at, f.pin, a.company,
      f.answers->>'reason' as reason, f.answers->>'missing' as missing, f.answers->>'wouldReturn' as "wouldReturn"
    from feedback f left join accounts a on a.pin = f.pin
    where f.created_at >= ${since} and f.created_at < coalesce(${before ?? null}::timestamptz, 'infinity')
      and (f.created_at, f.id) < (${older.at}::timestamptz, ${older.id}::bigint)
    order by f.created_at desc, f.id desc limit ${limit}`)
}
