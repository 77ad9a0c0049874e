import { deviceOf } from '#contract/devices/device-name.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { shortenIp } from '#server/platform/ip.ts'
import { sql } from '../platform/db/sql.ts'
import { HOUR } from '../ports/clock.ts'

/**
 * Notes a wrong password in the log of each person it was tried on. A row per network and hour, and no more tries than
 * the limits allow: nobody can fill the table. During an outage a line of the log is missing, and nothing else.
 */
export async function noteFailedSignIn(
  db: Db,
  agentIds: readonly number[],
  { ip, userAgent }: Pick<Visitor, 'ip' | 'userAgent'>,
  now: Date,
): Promise<void> {
  if (agentIds.length === 0) return
  const hour = new Date(Math.floor(now.getTime() / HOUR) * HOUR)
  const noted = db.run(sql`
    insert into failed_sign_ins as f (agent_id, hour, ip, device, last_at)
    select tried.id, ${hour}, ${shortenIp(ip)}, ${deviceOf(userAgent)}, ${now}
    from unnest(${agentIds}::bigint[]) as tried (id) order by tried.id
    on conflict (agent_id, hour, ip) do update
      set tries = f.tries + 1, device = excluded.device, last_at = excluded.last_at`)
  await noted.catch(() => {})
}
