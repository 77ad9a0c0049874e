import { isSessionOpen, slotNames, type WebinarSlot } from '#contract/calendar/webinar-hours.ts'
import type { Deps } from '#server/deps.ts'
import { listOverrides } from './queries.ts'

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
