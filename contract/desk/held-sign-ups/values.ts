import * as z from 'zod/mini'

const heldRow = z.object({
  order: z.number(),
  ageMinutes: z.number(),
  /** When it is closed without a charge if nobody decides. */
  until: z.string(),
  /** What the rules found. */
  why: z.string(),
  email: z.string(),
  company: z.string(),
  amountCents: z.number(),
  ip: z.string(),
  device: z.string(),
  card: z.string(),
  billingCountry: z.string(),
  customerState: z.string(),
})
export type HeldRow = z.infer<typeof heldRow>

export const heldValues = z.object({ rows: z.array(heldRow), isCut: z.boolean() })
export type HeldValues = z.infer<typeof heldValues>
