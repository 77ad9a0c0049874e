import type { FigureName, MonthlyFigure } from '#contract/billing/figure-names.ts'
import type { ReportingMonth } from '#contract/calendar/reporting-months.ts'
import type { Cents } from '#contract/catalogue/money.ts'

export type Sum = { entries: number; cents: Cents }

export type FiguresOfMonth = {
  month: ReportingMonth
  isClosed: boolean
  /** A figure that is missing is zero. */
  sums: Partial<Record<Exclude<MonthlyFigure, 'reason'>, Sum>>
  /** Most frequent first. */
  reasons: ({ reason: string } & Sum)[]
}

export type UnusedSeats = { countedAt: string; accounts: number; unused: number; cents: Cents }

export type FiguresValues = {
  /** `none`: nothing has happened yet. `computing`: the first sums are not there yet. */
  state: 'none' | 'computing' | 'computed'
  /** The moment up to which the present month is summed. */
  asOf: string | null
  /** Oldest first, at most thirteen. */
  months: FiguresOfMonth[]
  seats: UnusedSeats | null
}

/** One of the entries that a number is the sum of. */
export type FigureEntry = {
  /** Null if the sign-up came to no account. */
  account: { id: number; pin: string; company: string } | null
  /** Who it is while there is no account, if that is still stored. */
  email: string
  at: string | null
  cents: Cents
  /** How many it counts for: unused seats. */
  count: number
  words: string
}

export type FigureAccountsValues = {
  figure: FigureName
  /** Null for figures of today. */
  month: ReportingMonth | null
  part: string
  asOf: string
  sum: Sum
  entries: FigureEntry[]
  /** Where the next entries begin. Null: these are the last. */
  next: string | null
}
