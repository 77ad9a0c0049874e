import * as z from 'zod/mini'
import { countedMoney } from '../money-preview.ts'

export const accessValues = z.object({
  pin: z.string(),
  company: z.string(),
  status: z.string(),
  /** Whether all or a part of the plan is free of charge. */
  isFree: z.boolean(),
  /** What giving it counts toward the limits above which a second operator agrees. */
  counted: countedMoney,
  fraud: z.nullable(z.object({ since: z.string(), reason: z.string(), isByDispute: z.boolean() })),
  /** Why it cannot be done now, in a sentence. Null: it can. */
  againstGiving: z.nullable(z.string()),
  againstEnding: z.nullable(z.string()),
})
export type AccessValues = z.infer<typeof accessValues>
