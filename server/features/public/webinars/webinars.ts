import { isSessionOpen, slotNames, type WebinarSlot } from '#contract/calendar/webinar-hours.ts'
import type { Deps } from '#server/deps.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Database, Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** Which webinar sessions are open: by the schedule, unless an operator has overridden it. */
export async function openSessions({
  db,
  clock,
}: Pick<Deps, 'db' | 'clock'>): Promise<Record<WebinarSlot, boolean>> {
  const now = clock.now()
  const overrides = await listOverrides(db, now)
  const isOpen = (slot: WebinarSlot) =>
    overrides.find((override) => override.slot === slot)?.isActive ?? isSessionOpen(slot, now)
  return Object.fromEntries(slotNames.map((slot) => [slot, isOpen(slot)])) as Record<WebinarSlot, boolean>
}

export type Override = { slot: WebinarSlot; isActive: boolean; until: Date | null }

/**
 * Shows a training as active or offline, regardless of the schedule, until a moment or until it is cleared.
 * Repeating an override is no change.
 */
export function overrideSlot(
  db: Database,
  { slot, isActive, until, actor, reason }: Override & { actor: string; reason: string },
  now: Date,
): Promise<void> {
  return db.transaction(async (tx) => {
    const changed = await tx.run(sql`
      insert into webinar_overrides as o (slot, is_active, until) values (${slot}, ${isActive}, ${until})
      on conflict (slot) do update set is_active = excluded.is_active, until = excluded.until
      where (o.is_active, o.until) is distinct from (excluded.is_active, excluded.until)`)
    if (changed === 0) return
    const shown = isActive ? 'active' : 'offline'
    const details = { slot, shown, until: until?.toISOString() ?? null, reason }
    await recordAudit(tx, { actor, action: 'webinar-overridden', details }, now)
  })
}

/** The schedule applies again. False if nothing overrode it. */
export function clearOverride(
  db: Database,
  { slot, actor, reason }: { slot: WebinarSlot; actor: string; reason: string },
  now: Date,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const dropped = await tx.run(sql`delete from webinar_overrides where slot = ${slot}`)
    if (dropped === 0) return false
    const details = { slot, reason }
    await recordAudit(tx, { actor, action: 'webinar-cleared', details }, now)
    return true
  })
}

export function listOverrides(
  db: Db,
  now: Date,
): Promise<{ slot: WebinarSlot; isActive: boolean; until: Date | null }[]> {
  return db.many(sql`
    select slot, is_active as "isActive", until from webinar_overrides where until is null or until > ${now}`)
}
