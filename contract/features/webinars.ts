import * as z from 'zod/mini'
import type { WebinarSlot } from '#contract/calendar/webinar-hours.ts'
import { publicCall } from '#contract/wire/call.ts'
import { read } from '#contract/wire/endpoint.ts'

/** Which sessions are open at the time of the request. */
export type WebinarsValues = Record<WebinarSlot, boolean>

const slot = z.object({ is_active: z.boolean() })

export const webinarStatus = publicCall({
  number: 14,
  summary: 'Which training webinar is open now',
  ...read,
  path: '/rest/webinars/check-status/',
  why: 'it says the same to everyone',
  errorKey: 'errors',
  answerKey: 'webinars',
  body: z.object({}),
  answer: z.object({ webinars: z.object({ morning: slot, afternoon: slot }) }),
  refusals: [],
})
