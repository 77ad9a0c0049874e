import type { ApprovalState } from '#contract/billing/approval-states.ts'
import type { MoneyPreview } from '#contract/billing/money-preview.ts'
import type { Cents } from '#contract/catalogue/money.ts'

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
  /** For the next page of those that wait; null on the last one. */
  after: string | null
  /** Whether these are the first that wait. */
  isFirst: boolean
  closed: ApprovalRow[]
  /** For the next page of the closed ones; null on the last one. */
  before: number | null
  /** The request that was opened, with what it would do as it was shown to the operator who asked. */
  chosen:
    | (ApprovalRow & { preview: MoneyPreview; changed: string[]; may: 'decide' | 'withdraw' | null })
    | null
}
