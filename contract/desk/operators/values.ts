import * as z from 'zod/mini'
import { operatorRoles } from '#contract/desk/desk-roles.ts'

const operatorRow = z.object({
  id: z.number(),
  email: z.string(),
  name: z.string(),
  role: z.enum(operatorRoles),
  createdAt: z.string(),
  disabledAt: z.nullable(z.string()),
  /** Whether the person has chosen a password and set up a second factor. */
  hasBegun: z.boolean(),
  lastSeenAt: z.nullable(z.string()),
  isYou: z.boolean(),
})
export type OperatorListed = z.infer<typeof operatorRow>

export const operatorsValues = z.object({ rows: z.array(operatorRow) })
export type OperatorsValues = z.infer<typeof operatorsValues>
