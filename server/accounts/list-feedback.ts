import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

export type Feedback = {
  at: Date
  pin: string
  company: string | null
  reason: string | null
  missing: string | null
  wouldReturn: string | null
}

/** Why people left, in their own words, newest first. */
export function listFeedback(db: Db, limit: number): Promise<Feedback[]> {
  return db.many<Feedback>(sql`
    select f.created_at as at, f.pin, a.company, f.answers->>'reason' as reason, f.answers->>'missing' as missing,
      f.answers->>'wouldReturn' as "wouldReturn"
    from feedback f left join accounts a on a.pin = f.pin order by f.id desc limit ${limit}`)
}
