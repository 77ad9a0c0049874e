import { closedStatuses } from '#server/accounts/set-ups.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { idAfter, type Place } from './place.ts'

export type WaitingWork = Place & {
  kind: 'set-up' | 'mail'
  at: Date
  tries: number
  lastError: string | null
  pin: string | null
  company: string | null
  /** Of an email. */
  recipient: string | null
  subject: string | null
}

const SET_UPS = 0
const MAILS = 1

/** Set-ups and emails that were begun before a moment and are not done, oldest first. The set-up of a closed account waits for it. */
export function listWaitingWork(
  db: Db,
  place: Place,
  { setUpsBefore, mailsBefore, atMost }: { setUpsBefore: Date; mailsBefore: Date; atMost: number },
): Promise<WaitingWork[]> {
  const { micros } = place
  return db.many<WaitingWork>(sql`
    select w.kind, w.source, w.id, (extract(epoch from w.at) * 1000000)::bigint as micros, w.at, w.tries,
      w.last_error as "lastError", w.pin, w.company, w.recipient, w.subject
    from (
      (select 'set-up' as kind, ${SET_UPS}::integer as source, s.account_id as id, s.started_at as at, s.tries, s.last_error,
        a.pin, a.company, null as recipient, null as subject
      from set_ups s join accounts a on a.id = s.account_id
      where s.state = 'running' and s.started_at <= ${setUpsBefore} and a.status <> all(${closedStatuses}::text[])
        and (s.started_at, s.account_id)
          > (timestamptz 'epoch' + ${micros}::float8 * interval '1 microsecond', ${idAfter(place, SET_UPS)}::bigint)
      order by s.started_at, s.account_id limit ${atMost})
      union all
      (select 'mail', ${MAILS}::integer, m.id, m.created_at, m.tries, m.last_error, a.pin, a.company, m.recipient, m.subject
      from mails m left join accounts a on a.id = m.account_id
      where m.state = 'waiting' and m.created_at <= ${mailsBefore}
        and (m.created_at, m.id)
          > (timestamptz 'epoch' + ${micros}::float8 * interval '1 microsecond', ${idAfter(place, MAILS)}::bigint)
      order by m.created_at, m.id limit ${atMost})
    ) w
    order by w.at, w.source, w.id limit ${atMost}`)
}
