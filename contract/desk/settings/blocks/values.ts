import * as z from 'zod/mini'

const blockRow = z.object({
  id: z.number(),
  kind: z.enum(['card', 'device', 'address']),
  value: z.string(),
  until: z.string(),
  since: z.string(),
  reason: z.string(),
  by: z.string(),
})
export type BlockRow = z.infer<typeof blockRow>

export const blocksValues = z.object({ rows: z.array(blockRow), isCut: z.boolean() })
export type BlocksValues = z.infer<typeof blocksValues>
