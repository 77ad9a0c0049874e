import * as z from 'zod/mini'
import { accountNumber } from '#contract/fields/sign-in.ts'
import { json } from '#contract/wire/endpoint.ts'
import { text } from '#contract/wire/schema.ts'
import { deskCall, outcome, reason } from './desk-call.ts'
import { countedMoney } from './money.ts'

export const accessValues = z.object({
  pin: z.string(),
  company: z.string(),
  status: z.string(),
  /** Whether all or a part of the plan is free of charge. */
  isFree: z.boolean(),
  /** What granting it counts toward the limits for a second operator. */
  counted: countedMoney,
  fraud: z.nullable(z.object({ since: z.string(), reason: z.string(), isByDispute: z.boolean() })),
  /** Why it is unavailable now, as a sentence. Null if available. */
  againstGiving: z.nullable(z.string()),
  againstEnding: z.nullable(z.string()),
})
export type AccessValues = z.infer<typeof accessValues>

const body = z.object({ number: text(accountNumber), reason: text(reason) })
const answer = outcome(accessValues)
export const giveAccess = deskCall({
  ...json,
  path: '/desk/api/access/give/',
  who: 'administer',
  body,
  answer,
})

export const endAccess = deskCall({
  ...json,
  path: '/desk/api/access/end/',
  who: 'administer',
  body,
  answer,
})

export const markFraud = deskCall({
  ...json,
  path: '/desk/api/access/fraud/',
  who: 'money',
  body,
  answer,
})

export const undoFraud = deskCall({
  ...json,
  path: '/desk/api/access/fraud/undo/',
  who: 'money',
  body,
  answer,
})
