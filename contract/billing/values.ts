import type { Day } from '#contract/calendar/billing-dates.ts'
import type { Cents } from '#contract/catalogue/money.ts'
import type { PlanLine } from '#contract/catalogue/plan.ts'

/** What is kept of a card. */
export type CardOnFile = {
  brand: string
  lastFour: string
  /** 12/2028 */
  expires: string
  /** It will not be good any more when the next charge comes. */
  expiresTooSoon: boolean
}

/** What is not paid yet. Moments are in words, null while the bank has refused nothing. */
export type OpenInvoice = {
  cents: Cents
  number: string
  nextTry: string | null
  /** Since when nothing but billing works. */
  pausedSince: string | null
  /** When the account ends unless it is paid before. */
  endsAt: string | null
  isConfirming: boolean
}

/** Where an account stands with its money. Days are those of the account's time zone, moments are in words. */
export type MoneyValues = {
  /** What comes next, unless it is canceled or something is still open. */
  nextCharge: { cents: Cents; on: Day; lastMomentToCancel: string } | null
  card: CardOnFile | null
  /** A month that is not paid yet; while the bank is being asked it can only be waited for. */
  open: OpenInvoice | null
  /** Agent access only, from and until. */
  hold: { from: Day; until: Day; hasBegun: boolean } | null
  /** The service runs through its last day. */
  cancellation: { lastDay: Day; reference: string } | null
  /** Less from the next month on. */
  change: { from: Day; lines: PlanLine[]; totalCents: Cents } | null
  /** The last day on which an account that ended can be brought back. */
  reactivateBy: Day | null
}

export type InvoiceState = 'paid' | 'open' | 'not collected' | 'partly refunded' | 'refunded'

/** A line in the list of bills. */
export type InvoiceRow = {
  number: string
  issuedOn: Day
  what: string
  note: string
  totalCents: Cents
  refundedCents: Cents
  state: InvoiceState
}

/** A bill with all that belongs on paper. */
export type InvoiceSheet = InvoiceRow & {
  lines: { label: string; quantity: number; unitCents: Cents; cents: Cents }[]
  serviceFrom: Day | null
  serviceThrough: Day | null
  paidOn: Day | null
  card: string | null
  /** As it was when the bill was written. */
  customer: { name: string; company: string; pin: string; address: string[]; taxNumber: string }
}

/** What anyone with its link can check: enough to prove it, and no more. */
export type CancellationReceipt = {
  reference: string
  company: string
  pin: string
  requestedOn: string
  lastDay: Day
  state: 'waiting' | 'ended' | 'undone'
  undoneOn: string | null
}
