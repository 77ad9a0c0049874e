import * as z from 'zod/mini'
import { deskCall } from '#contract/desk/desk-call.ts'
import { outcome } from '#contract/desk/outcome.ts'
import { reason } from '#contract/desk/reason.ts'
import { json } from '#contract/wire/endpoint.ts'
import { text } from '#contract/wire/schema.ts'
import { overrideEnd, slotName, slotShown } from './fields.ts'
import { webinarsValues } from './values.ts'

export const overrideSlot = deskCall({
  ...json,
  path: '/desk/api/webinars/override/',
  who: 'help',
  body: z.object({
    slot: text(slotName),
    shown: text(slotShown),
    until: text(overrideEnd),
    reason: text(reason),
  }),
  answer: outcome(webinarsValues),
})

export const clearSlot = deskCall({
  ...json,
  path: '/desk/api/webinars/clear/',
  who: 'help',
  body: z.object({ slot: text(slotName), reason: text(reason) }),
  answer: outcome(webinarsValues),
})
