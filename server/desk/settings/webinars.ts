import type { FastifyInstance } from 'fastify'
import {
  isSessionOpen,
  nextSessionStart,
  slotNames,
  type WebinarSlot,
  webinarSlots,
} from '#contract/calendar/webinar-hours.ts'
import { clearSlot, overrideSlot, type WebinarsValues } from '#contract/desk/settings.ts'
import * as webinars from '#server/features/public/webinars/webinars.ts'
import { listOverrides } from '#server/features/public/webinars/webinars.ts'
import { isRefused, refuse } from '#server/platform/refusal.ts'
import type { DeskDeps } from '../desk-deps.ts'
import { comingMoment } from '../desk-moment.ts'
import { deskRoute, shownAfter } from '../desk-routes.ts'

export function webinarsRoutes(app: FastifyInstance, deps: DeskDeps): void {
  const { db, clock } = deps
  deskRoute(app, deps, overrideSlot, async ({ slot, shown, until, reason }, { actor }) => {
    const now = clock.now()
    const end = comingMoment(until, 'until', now)
    if (isRefused(end)) return end
    const known = slotIn(slot)
    const isActive = shown === 'active'
    await webinars.overrideSlot(db, { slot: known, isActive, until: end ?? null, actor, reason }, now)
    const said = `The ${titleOf(known)} training is shown as ${isActive ? 'active' : 'offline'}.`
    return { data: { said, values: await shownAfter(deps, () => showWebinars(deps)) } }
  })
  deskRoute(app, deps, clearSlot, async ({ slot, reason }, { actor }) => {
    const known = slotIn(slot)
    const isCleared = await webinars.clearOverride(db, { slot: known, actor, reason }, clock.now())
    if (!isCleared)
      return refuse('not-found', { errors: `The ${titleOf(known)} training follows the schedule already.` })
    const said = `The ${titleOf(known)} training follows the schedule again.`
    return { data: { said, values: await shownAfter(deps, () => showWebinars(deps)) } }
  })
}

export async function showWebinars({ db, clock }: Pick<DeskDeps, 'db' | 'clock'>): Promise<WebinarsValues> {
  const now = clock.now()
  const overrides = await listOverrides(db, now)
  return {
    slots: slotNames.map((slot) => {
      const override = overrides.find((one) => one.slot === slot)
      const isScheduled = isSessionOpen(slot, now)
      return {
        slot,
        isActive: override?.isActive ?? isScheduled,
        isScheduled,
        nextStart: nextSessionStart(slot, now).toISOString(),
        override: override
          ? { isActive: override.isActive, until: override.until?.toISOString() ?? null }
          : null,
      }
    }),
  }
}

/** The call's schema accepts these names only. */
function slotIn(text: string): WebinarSlot {
  return text === 'morning' ? 'morning' : 'afternoon'
}

function titleOf(slot: WebinarSlot): string {
  return webinarSlots[slot].title.toLowerCase()
}
