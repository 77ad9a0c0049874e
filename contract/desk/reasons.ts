import type { Day } from '#contract/calendar/billing-dates.ts'

/** Downloads. They take the same filter as the page. */
export const cancellationsFile = '/desk/reasons/cancellations.csv'
export const feedbackFile = '/desk/reasons/feedback.csv'

export type CancellationRow = {
  reference: string
  requestedAt: string
  pin: string
  company: string
  reason: string
  state: string
  lastDay: Day
}

export type FeedbackRow = {
  id: number
  at: string
  /** As typed: it may be the number of no account. */
  pin: string
  /** Null: no account has this number. */
  company: string | null
  reason: string
  missing: string
  wouldReturn: string
}

/** Days as requested, so that the form shows them again. */
export type ReasonsFilter = { from: string; to: string }

/** One page of a list, newest first. `older`: the cursor of the next page. */
export type ListPart<Row> = { rows: Row[]; older: string | null; isNewest: boolean }

export type ReasonsValues = {
  filter: ReasonsFilter
  /** Why nothing is listed, if the filter is wrong. */
  complaint: string
  cancellations: ListPart<CancellationRow>
  feedback: ListPart<FeedbackRow>
}
