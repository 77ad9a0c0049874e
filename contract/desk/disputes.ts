import * as z from 'zod/mini'
import { json } from '#contract/wire/endpoint.ts'
import { choice } from '#contract/wire/field.ts'
import { exact, text } from '#contract/wire/schema.ts'
import { deskCall, outcome, reason } from './desk-call.ts'
import type { StateTag } from './desk-moment.ts'

export const decision = choice('Decision', [
  { value: 'won', displayValue: 'Won' },
  { value: 'lost', displayValue: 'Lost' },
])

/** The tone of a dispute's state, everywhere at the desk. */
export const disputeTags = {
  opened: { text: 'Open', tone: 'warn' },
  won: { text: 'Won', tone: 'good' },
  lost: { text: 'Lost', tone: 'bad' },
} as const satisfies Record<string, StateTag>

const disputeState = z.enum(['opened', 'won', 'lost'])

const disputeRow = z.object({
  /** The gateway's id. */
  id: z.string(),
  state: disputeState,
  /** Calendar days. */
  replyBy: z.nullable(z.string()),
  openedOn: z.string(),
  amountCents: z.number(),
  lostCents: z.number(),
  reason: z.string(),
  pin: z.string(),
  company: z.string(),
})
export type DisputeRow = z.infer<typeof disputeRow>

const disputesValues = z.object({
  /** Open disputes, most urgent first; or all, followed by the decided ones, newest first. */
  show: z.enum(['open', 'all']),
  rows: z.array(disputeRow),
  /** The cursor of the next page. Null if there is none. */
  next: z.nullable(z.string()),
  isFirst: z.boolean(),
})
export type DisputesValues = z.infer<typeof disputesValues>

export const disputeValues = z.object({
  id: z.string(),
  gateway: z.string(),
  state: disputeState,
  amountCents: z.number(),
  lostCents: z.number(),
  reason: z.string(),
  openedOn: z.string(),
  replyBy: z.nullable(z.string()),
  closedAt: z.nullable(z.string()),
  closedBy: z.nullable(z.string()),
  pin: z.string(),
  company: z.string(),
  /** The account's state now, as text, and when this dispute closed it. */
  status: z.string(),
  before: z.nullable(z.string()),
  isClosedByThis: z.boolean(),
  isFraud: z.boolean(),
  charge: z.nullable(
    z.object({
      reference: z.string(),
      amountCents: z.number(),
      refundedCents: z.number(),
      card: z.string(),
      at: z.string(),
      bill: z.nullable(z.string()),
    }),
  ),
  refunds: z.array(
    z.object({
      number: z.nullable(z.string()),
      state: z.string(),
      way: z.string(),
      amountCents: z.number(),
      at: z.string(),
    }),
  ),
  /** What each decision would do, in sentences. */
  ifWon: z.string(),
  ifLost: z.string(),
})
export type DisputeValues = z.infer<typeof disputeValues>

export const decideDispute = deskCall({
  ...json,
  path: '/desk/api/disputes/decide/',
  who: 'money',
  body: z.object({
    id: exact(200, 'The gateway’s id of the dispute'),
    decision: text(decision),
    reason: text(reason),
  }),
  answer: outcome(disputeValues),
})
