import * as z from 'zod/mini'

/** What the owner sees of everyone; moments are formatted in the account's time zone. */
export const everyone = z.object({
  demand: z.nullable(z.object({ grace_days: z.string(), ends_at: z.string(), is_over: z.boolean() })),
  people: z.number(),
  without_factor: z.number(),
})
export type Everyone = z.infer<typeof everyone>
