import type { WebinarSlot } from '#contract/calendar/webinar-hours.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

export function listOverrides(
  db: Db,
  now: Date,
): Promise<{ slot: WebinarSlot; isActive: boolean; until: Date | null }[]> {
  return db.many(sql`
    select slot, is_active as "isActive", until from webinar_overrides where until is null or until > ${now}`)
}
