import type { Everyone } from '#contract/accounts/factor-demand.ts'
import { findDemand } from '#server/identity/factor-demands.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { formatShortMoment } from '#server/platform/format-moment.ts'

/** What the owner requires of everyone, and how many people do not have it yet. */
export async function showFactorDemand(db: Db, accountId: number, now: Date): Promise<Everyone> {
  const { timeZone, people, without } = await db.one<{
    timeZone: string
    people: number
    without: number
  }>(sql`
    select a.time_zone as "timeZone", count(g.id)::int as people,
      (count(g.id) filter (
        where not exists (select from agents_with_factor f where f.agent_id = g.id)))::int as without
    from accounts a join agents g on g.account_id = a.id and g.removed_at is null and g.joined_at is not null
    where a.id = ${accountId} group by a.time_zone`)
  const demand = await findDemand(db, accountId)
  return {
    demand: demand
      ? {
          grace_days: String(demand.graceDays),
          ends_at: formatShortMoment(timeZone, demand.endsAt),
          is_over: demand.endsAt <= now,
        }
      : null,
    people,
    without_factor: without,
  }
}
