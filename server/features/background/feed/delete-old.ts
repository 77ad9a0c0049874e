import type { Deps } from '#server/deps.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY, later } from '#server/ports/clock.ts'

/** As long as a receiver can be behind and still catch up by events alone. */
const EVENTS_KEPT_MS = 30 * DAY
const PART = 500
const MOST_PARTS = 2_000

/** Deletes old events, oldest first and in parts. Whoever is behind reads entitlements instead. */
export async function deleteOldEvents({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const before = later(clock.now(), -EVENTS_KEPT_MS)
  const newest = await db.maybe<{ position: number }>(sql`
    select position from feed_events where occurred_at <= ${before} and position is not null
    order by occurred_at desc, position desc limit 1`)
  if (!newest) return
  for (let parts = 0; parts < MOST_PARTS; parts += 1) {
    const deleted = await db.transaction(async (tx) => {
      const { through, events } = await tx.one<{ through: number | null; events: number }>(sql`
        with part as (
          select position from feed_events where position <= ${newest.position} order by position limit ${PART}
        ), deleted as (
          delete from feed_events e using part where e.position = part.position returning e.position
        )
        select max(position) as through, count(*) as events from deleted`)
      if (through !== null)
        await tx.run(
          sql`update feed_state set deleted_through = greatest(deleted_through, ${through}::bigint)`,
        )
      return events
    })
    if (deleted < PART) return
  }
}
