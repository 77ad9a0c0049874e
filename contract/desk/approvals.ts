import * as z from 'zod/mini'
import type { ApprovalState, MoneyPreview } from '#contract/billing/approvals.ts'
import type { Cents } from '#contract/catalogue/money.ts'
import { json } from '#contract/wire/endpoint.ts'
import { lines } from '#contract/wire/field.ts'
import { listed, text } from '#contract/wire/schema.ts'
import { deskCall } from './desk-call.ts'

export const decisionWords = lines('Why, in your own words', { required: true, maxLength: 500 })

/** A request for a second operator's agreement. */
export type ApprovalRow = {
  id: number
  /** Without a number: a sign-up that is not paid yet, by its email. */
  account: { number: string; company: string }
  says: string
  valueCents: Cents
  askedBy: string
  asked: string
  words: string
  state: ApprovalState
  /** Until when somebody can agree; empty once it is decided. */
  expires: string
  decidedBy: string
  decided: string
  decidedWords: string
  /** The number of the credit note, once it is issued. */
  noteNumber: string | null
}

export type ApprovalsValues = {
  waiting: ApprovalRow[]
  /** The cursor of the next page of waiting ones; null on the last. */
  after: string | null
  /** Whether these are the first waiting ones. */
  isFirst: boolean
  closed: ApprovalRow[]
  /** The cursor of the next page of closed ones; null on the last. */
  before: number | null
  /** The open request, with the preview shown to the operator who made it. */
  chosen:
    | (ApprovalRow & { preview: MoneyPreview; changed: string[]; may: 'decide' | 'withdraw' | null })
    | null
}

const body = z.object({ approval_id: listed('The id of a request'), words: text(decisionWords) })
const answer = z.object({
  data: z.object({
    state: z.enum(['asked', 'agreed', 'declined', 'withdrawn', 'expired', 'done', 'failed']),
  }),
})

export const agreeToApproval = deskCall({
  ...json,
  path: '/desk/api/approvals/agree/',
  who: 'money',
  body,
  answer,
})

export const declineApproval = deskCall({
  ...json,
  path: '/desk/api/approvals/decline/',
  who: 'money',
  body,
  answer,
})

export const withdrawApproval = deskCall({
  ...json,
  path: '/desk/api/approvals/withdraw/',
  who: 'money',
  body,
  answer,
})
