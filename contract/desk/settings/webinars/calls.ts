import * as z from 'zod/mini'
import { outcome } from '#contract/desk/outcome.ts'
import { reason } from '#contract/desk/reason.ts'
import { deskRefusals } from '#contract/desk/refusals.ts'
import { call } from '#contract/wire/call.ts'
import { json } from '#contract/wire/endpoint.ts'
import { text } from '#contract/wire/schema.ts'
import { overrideEnd, slotName, slotShown } from './fields.ts'
import { webinarsValues } from './values.ts'

export const overrideSlot = call({
  summary: 'Show a training as active or offline, regardless of the schedule',
  ...json,
  path: '/desk/api/webinars/override/',
  body: z.object({
    slot: text(slotName),
    shown: text(slotShown),
    until: text(overrideEnd),
    reason: text(reason),
  }),
  answer: outcome(webinarsValues),
  refusals: [
    { status: 400, when: 'a field is missing or wrong, or the time is in the past' },
    ...deskRefusals,
  ],
})

export const clearSlot = call({
  summary: 'Let the schedule apply again',
  ...json,
  path: '/desk/api/webinars/clear/',
  body: z.object({ slot: text(slotName), reason: text(reason) }),
  answer: outcome(webinarsValues),
  refusals: [
    { status: 400, when: 'there is no reason' },
    ...deskRefusals,
    { status: 404, when: 'nothing overrides the schedule' },
  ],
})
