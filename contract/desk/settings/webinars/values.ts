import * as z from 'zod/mini'

const slot = z.object({
  slot: z.enum(['morning', 'afternoon']),
  isActive: z.boolean(),
  /** What the schedule alone would show now. */
  isScheduled: z.boolean(),
  nextStart: z.string(),
  override: z.nullable(z.object({ isActive: z.boolean(), until: z.nullable(z.string()) })),
})
export type ShownSlot = z.infer<typeof slot>

export const webinarsValues = z.object({ slots: z.array(slot) })
export type WebinarsValues = z.infer<typeof webinarsValues>
