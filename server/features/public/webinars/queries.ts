import type { WebinarSlot } from '#contract/calendar/webinar-hours.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

export function listOverrides(db: Db, now: Date): Promise<{ slot: WebinarSlot; isActive: boolean }[]> {
  return db.many(sql`
    select slot, is_active as "isActive" from webinar_overrides where until is null or until > ${now}`)
}
