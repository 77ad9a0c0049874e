import type { WebinarSlot } from '#contract/calendar/webinar-hours.ts'

/** Which sessions are open at the time of the request. */
export type WebinarsValues = Record<WebinarSlot, boolean>
