import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

const PART = 1_000

/**
 * Gives committed events their positions, in one place at a time: a position is never lower than one that somebody has
 * read already. An event whose transaction commits late gets a later one. Within an account the order is kept.
 */
export async function assignPositions(db: Database): Promise<void> {
  while (await assignPart(db));
}

async function assignPart(db: Database): Promise<boolean> {
  const waiting = await db.maybe(sql`select 1 from feed_events where position is null limit 1`)
  if (!waiting) return false
  return db.transaction(async (tx) => {
    await tx.one(sql`select last_position from feed_state for update`)
    const { given } = await tx.one<{ given: number }>(sql`
      with part as (
        select number, row_number() over (order by number) as place
        from (select number from feed_events where position is null order by number limit ${PART}) waiting
      ), placed as (
        update feed_events e set position = s.last_position + part.place
        from part, feed_state s where e.number = part.number and e.position is null
        returning e.position
      ), noted as (
        update feed_state set last_position = last_position + (select count(*) from placed)
      )
      select count(*) as given from placed`)
    return given === PART
  })
}
