import * as z from 'zod/mini'

/** An account as listed in the account chooser. */
export const accountRow = z.object({
  id: z.number(),
  company: z.string(),
  name: z.string(),
  pin: z.string(),
  status: z.string(),
  status_id: z.string(),
  is_should_sign_up: z.boolean(),
})
export type AccountRow = z.infer<typeof accountRow>
