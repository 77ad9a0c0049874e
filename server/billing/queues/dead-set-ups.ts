import type { Status } from '#contract/accounts/statuses.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Place } from './place.ts'

export type DeadSetUp = Place & {
  at: Date
  pin: string
  company: string
  status: Status
  tries: number
  lastError: string | null
}

/** Paid accounts that could not be set up and are no longer tried, oldest first. */
export function listDeadSetUps(db: Db, { micros, id }: Place, atMost: number): Promise<DeadSetUp[]> {
  return db.many<DeadSetUp>(sql`
    select s.account_id as id, 0 as source, (extract(epoch from s.started_at) * 1000000)::bigint as micros, s.started_at as at,
      a.pin, a.company, a.status, s.tries, s.last_error as "lastError"
    from set_ups s join accounts a on a.id = s.account_id
    where s.state = 'dead'
      and (s.started_at, s.account_id) > (timestamptz 'epoch' + ${micros}::float8 * interval '1 microsecond', ${id}::bigint)
    order by s.started_at, s.account_id limit ${atMost}`)
}
