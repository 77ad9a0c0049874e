import type { FigureName, MonthlyFigure, RecoveryFigure } from '#contract/billing/figure-names.ts'
import type { ReportingMonth } from '#contract/calendar/reporting-months.ts'
import type { Cents } from '#contract/catalogue/money.ts'

/** Downloads. The second takes the same query as the page of the figure. */
export const figuresFile = '/desk/api/figures/figures.csv'
export const figureAccountsFile = '/desk/api/figures/:figure/accounts.csv'

export type Sum = { entries: number; cents: Cents }

export type FiguresOfMonth = {
  month: ReportingMonth
  isClosed: boolean
  /** A missing figure is zero. */
  sums: Partial<Record<Exclude<MonthlyFigure, 'reason'>, Sum>>
  /** Most frequent first. */
  reasons: ({ reason: string } & Sum)[]
  refusals: RefusalsByReason[]
}

/** The outcome of the renewals that banks first refused for one reason. `words` are for operators. */
export type RefusalsByReason = {
  reason: string
  words: string
  sums: Partial<Record<RecoveryFigure, Sum>>
}

export type UnusedSeats = { countedAt: string; accounts: number; unused: number; cents: Cents }

export type FiguresValues = {
  /** `none`: nothing has happened yet. `computing`: the first sums are not ready yet. */
  state: 'none' | 'computing' | 'computed'
  /** The moment up to which the current month is summed. */
  asOf: string | null
  /** Oldest first, at most thirteen. */
  months: FiguresOfMonth[]
  seats: UnusedSeats | null
}

/** One of the rows behind a number. */
export type FigureEntry = {
  /** Null if the sign-up led to no account. */
  account: { id: number; pin: string; company: string } | null
  /** The email while there is no account, if that is still stored. */
  email: string
  at: string | null
  cents: Cents
  /** How many it counts for: unused seats. */
  count: number
  words: string
}

export type FigureAccountsValues = {
  figure: FigureName
  /** Null for today's figures. */
  month: ReportingMonth | null
  part: string
  /** Of the bank's reason. Empty if the figure is not about one. */
  partWords: string
  asOf: string
  sum: Sum
  entries: FigureEntry[]
  /** The cursor of the next rows. Null: these are the last. */
  next: string | null
}

type Label = {
  title: string
  /** The definition of the figure, above its rows. */
  says: string
  /** What one row is called: an account, unless given. */
  one?: string
}

export const figureLabels: Record<FigureName, Label> = {
  opening: {
    title: 'Recurring revenue at the start',
    says: 'What each account paid per month when the month began.',
  },
  new: { title: 'New', says: 'Accounts that paid for the first time.' },
  returned: { title: 'Returned', says: 'Accounts that had paid before, and pay again.' },
  more: { title: 'More', says: 'Accounts that pay more per month than before.', one: 'change' },
  less: { title: 'Less', says: 'Accounts that pay less per month than before.', one: 'change' },
  lost: { title: 'Lost', says: 'Accounts that no longer pay anything.' },
  closing: {
    title: 'Recurring revenue at the end',
    says: 'What each account pays per month at the end of the month, or as of now.',
  },
  canceled: { title: 'Canceled', says: 'Accounts whose owner canceled, in the month in which they ended.' },
  expired: {
    title: 'Refused payments',
    says: 'Accounts that expired because no retry of their renewal was paid.',
  },
  closed: { title: 'Dispute or fraud', says: 'Accounts that were closed for a dispute or for fraud.' },
  'made-free': { title: 'Made free', says: 'Accounts that got access without charge. They are no churn.' },
  'put-on-hold': {
    title: 'Put on hold',
    says: 'Accounts that pay nothing while on hold, because their agent access is without charge. They are no churn.',
  },
  charged: { title: 'Charged', says: 'Payments that the gateway confirmed in this month.', one: 'payment' },
  refunded: {
    title: 'Refunded',
    says: 'Credit notes for money that went back to a card in this month.',
    one: 'refund',
  },
  credited: {
    title: 'Credited',
    says: 'Credit notes for money that was given as credit in this month.',
    one: 'credit note',
  },
  disputed: {
    title: 'Lost to disputes',
    says: 'What banks took back in this month, less what they returned.',
    one: 'decision',
  },
  refused: {
    title: 'Refused',
    says: 'Renewals that the bank refused for the first time in this month.',
    one: 'renewal',
  },
  'retry-1': { title: 'Retry 1', says: 'Refused renewals that the first retry paid.', one: 'renewal' },
  'retry-2': { title: 'Retry 2', says: 'Refused renewals that the second retry paid.', one: 'renewal' },
  'retry-3': { title: 'Retry 3', says: 'Refused renewals that the third retry paid.', one: 'renewal' },
  'retry-4': {
    title: 'Retry 4',
    says: 'Refused renewals that the fourth retry, or a later one, paid.',
    one: 'renewal',
  },
  backup: {
    title: 'Backup card',
    says: 'Refused renewals that a charge to the backup card paid.',
    one: 'renewal',
  },
  updated: {
    title: 'Card update',
    says: 'Refused renewals that a retry paid after the bank had given the card a new number or expiry date.',
    one: 'renewal',
  },
  'by-customer': {
    title: 'By the customer',
    says: 'Refused renewals that somebody paid by hand.',
    one: 'renewal',
  },
  waived: { title: 'Waived', says: 'Refused renewals that nobody has to pay any more.', one: 'renewal' },
  never: { title: 'Never', says: 'Refused renewals that were never paid.', one: 'renewal' },
  undecided: { title: 'Not decided', says: 'Refused renewals that may still be paid.', one: 'renewal' },
  email: { title: 'Email', says: 'Visitors who entered an email that can sign up.', one: 'visitor' },
  details: { title: 'Details', says: 'Visitors who saved their details.', one: 'visitor' },
  'details-new': {
    title: 'Details, new wizard',
    says: 'Visitors who saved their details in the new wizard.',
    one: 'visitor',
  },
  'details-legacy': {
    title: 'Details, legacy wizard',
    says: 'Visitors who saved their details in the legacy wizard.',
    one: 'visitor',
  },
  payment: { title: 'Payment', says: 'Visitors who sent a payment.', one: 'visitor' },
  'payment-new': {
    title: 'Payment, new wizard',
    says: 'Visitors who sent a payment in the new wizard.',
    one: 'visitor',
  },
  'payment-legacy': {
    title: 'Payment, legacy wizard',
    says: 'Visitors who sent a payment in the legacy wizard.',
    one: 'visitor',
  },
  paid: { title: 'Paid', says: 'Accounts whose sign-up was paid.' },
  'paid-new': { title: 'Paid, new wizard', says: 'Accounts whose sign-up in the new wizard was paid.' },
  'paid-legacy': {
    title: 'Paid, legacy wizard',
    says: 'Accounts whose sign-up in the legacy wizard was paid.',
  },
  reason: { title: 'Reason for leaving', says: 'Accounts whose owner canceled for this reason.' },
  'unused-seats': { title: 'Unused seats', says: 'Accounts with agent access that nobody has.', one: 'seat' },
}
