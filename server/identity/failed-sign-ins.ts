import { deviceOf } from '#contract/devices/device-name.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { shortenIp } from '#server/platform/ip.ts'
import { sql } from '../platform/db/sql.ts'
import { HOUR } from '../ports/clock.ts'

/** What was wrong: the password at a sign-in, a code of the second factor, or the password that was asked for again. */
export type Wrong = 'password' | 'code' | 'confirmation'

/**
 * Notes a failed attempt in the log of each person it concerns. A row per network and hour, and no more tries than
 * the limits allow: nobody can fill the table. During an outage a line of the log is missing, and nothing else.
 */
export async function noteFailure(
  db: Db,
  agentIds: readonly number[],
  what: Wrong,
  { ip, userAgent }: Pick<Visitor, 'ip' | 'userAgent'>,
  now: Date,
): Promise<void> {
  if (agentIds.length === 0) return
  const hour = new Date(Math.floor(now.getTime() / HOUR) * HOUR)
  const noted = db.run(sql`
    insert into failed_sign_ins as f (agent_id, hour, ip, what, device, last_at)
    select tried.id, ${hour}, ${shortenIp(ip)}, ${what}, ${deviceOf(userAgent)}, ${now}
    from unnest(${agentIds}::bigint[]) as tried (id) order by tried.id
    on conflict (agent_id, hour, ip, what) do update
      set tries = f.tries + 1, device = excluded.device, last_at = excluded.last_at`)
  await noted.catch(() => {})
}
