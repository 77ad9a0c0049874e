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
  /** As it was typed: it may be the number of no account. */
  pin: string
  /** Null: there is no account with this number. */
  company: string | null
  reason: string
  missing: string
  wouldReturn: string
}

/** Days, as they were asked for, so that the form shows them again. */
export type ReasonsFilter = { from: string; to: string }

/** One page of a list, the newest first. `older`: where the next page begins. */
export type ListPart<Row> = { rows: Row[]; older: string | null; isNewest: boolean }

export type ReasonsValues = {
  filter: ReasonsFilter
  /** Why nothing is listed, if the filter is wrong. */
  complaint: string
  cancellations: ListPart<CancellationRow>
  feedback: ListPart<FeedbackRow>
}
