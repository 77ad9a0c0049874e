import { DISPUTE_WITHIN_DAYS } from '#contract/calendar/lifetimes.ts'
import { deviceOf } from '#contract/devices/device-name.ts'
import { SESSION_IDLE_MS } from '#server/identity/sessions.ts'
import { type Db, inParts, PART } from '#server/platform/db/database.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { shortenIp } from '#server/platform/ip.ts'
import { DAY, later } from '#server/ports/clock.ts'

/** Kept to answer questions about where someone was signed in. */
const SESSIONS_KEPT_MS = 90 * DAY
/** Kept as evidence as long as a charge of their time can be disputed. */
export const SIGN_INS_KEPT_MS = DISPUTE_WITHIN_DAYS * DAY

/** Moments as text, because a Date would lose the microseconds. */
type Read = { id: number; at: string; isOver: boolean; address: string; userAgent: string }

/**
 * A session that ended before `since` also began before it. So they are read by their start, which never
 * changes: an index on the last activity would change with every visit. Those that began before `since` and
 * ended after it are read again each hour, two weeks' sessions at most.
 */
export async function tidySessions(db: Db, now: Date, mayGoOn: () => boolean): Promise<void> {
  const since = later(now, -SESSIONS_KEPT_MS)
  let reached = { at: '-infinity', id: 0 }
  await inParts(async () => {
    const part = await db.many<Read>(sql`
      select id, created_at::text as at, address, user_agent as "userAgent",
        coalesce(ended_at <= ${since}, false) or expires_at <= ${since}
          or last_seen_at <= ${later(since, -SESSION_IDLE_MS)} as "isOver"
      from sessions
      where created_at <= ${since} and (created_at, id) > (${reached.at}::timestamptz, ${reached.id}::bigint)
      order by created_at, id limit ${PART}`)
    const over = part.filter(({ isOver }) => isOver)
    if (over.length > 0) await db.run(forgetSessions(over, now))
    reached = part.at(-1) ?? reached
    return part.length === PART
  }, mayGoOn)
}

/** For accounts that have paid by card the sign-in is kept, with the shortened ip and the device as text. */
function forgetSessions(over: readonly Read[], now: Date): Sql {
  const rows = over.map(({ id, address, userAgent }) => ({
    id,
    ip: shortenIp(address),
    device: deviceOf(userAgent),
  }))
  return sql`
    with past as (
      select id, ip, device from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as past(id bigint, ip text, device text)
    ), forgotten as (
      delete from sessions where id in (
        select s.id from past join sessions s on s.id = past.id for update of s skip locked)
      returning id, agent_id, created_at
    )
    insert into past_sign_ins (account_id, agent_id, at, ip, device)
    select a.account_id, f.agent_id, f.created_at, past.ip, past.device
    from forgotten f join past on past.id = f.id
    cross join lateral (select account_id from agents where id = f.agent_id limit 1) a
    cross join lateral (
      select from charges
      where account_id = a.account_id and outcome = 'paid' and created_at > ${later(now, -SIGN_INS_KEPT_MS)}
      limit 1
    ) paid`
}
