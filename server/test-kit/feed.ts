import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** The accounts whose events do not match what they may do now, and why. A consistent database has none. */
export async function listUntold(db: Database): Promise<{ pin: string; problem: string }[]> {
  return db.many<{ pin: string; problem: string }>(sql`
    with known as (
      select a.id, a.pin, e.sequence, e.value, entitlements_of(a.id) as now_value, s.deleted_through
      from accounts a left join entitlements e on e.account_id = a.id cross join feed_state s
    ), told as (
      select k.*, l.sequence as last_sequence, l.entitlements as last_value, c.events
      from known k
      left join lateral (
        select count(*) as events, max(sequence) as newest from feed_events where account_id = k.id
      ) c on true
      left join feed_events l on l.account_id = k.id and l.sequence = c.newest
    )
    select pin, case
        when now_value is distinct from value then 'a change was not noted'
        when last_value is distinct from value or last_sequence <> sequence then 'the last event says something else'
        else 'the sequence has a gap' end as problem
    from told
    where now_value is not null and (
      now_value is distinct from value
      or (deleted_through = 0 and (last_value is distinct from value or last_sequence <> sequence or events <> sequence)))
    order by pin`)
}
