import type { Day } from '#contract/calendar/billing-dates.ts'
import type { Cents } from '#contract/catalogue/money.ts'
import type { PlanLine } from '#contract/catalogue/plan.ts'

/** The card details that we store. */
export type CardOnFile = {
  id: number
  brand: string
  lastFour: string
  /** 12/2028 */
  expires: string
  /** The card expires before the next charge. */
  expiresTooSoon: boolean
  /** What its bank said when it refused the card for good. Empty: the card can be charged. */
  refused: string
}

/** What the bank told us about the card on file. */
export type BankTold = 'date' | 'number' | 'closed'

/** What Billing says of a card on file besides what is on its face. */
export type CardNews = {
  /** Lately. */
  bankTold: BankTold | null
  hasExpired: boolean
  /** It was declined too often: from when on it can be charged by hand again. */
  freeFrom: string | null
}

/** What a payment link shows of a card. */
export type PayableCard = Pick<CardOnFile, 'id' | 'brand' | 'lastFour'> & { isRefused: boolean }

/** An unpaid invoice. Moments are formatted; null until the bank has declined a charge. */
export type OpenInvoice = {
  cents: Cents
  number: string
  /** When which card is tried next, as a sentence. Empty while nothing has been refused, or the bank is being asked. */
  sayNextTry: string
  /** What the bank said of the card on file, if it is not tried again. Only for those who see the account's billing. */
  sayRefused: string
  /** Since when everything except billing has been paused. */
  pausedSince: string | null
  /** When the account ends if the invoice stays unpaid. */
  endsAt: string | null
  isConfirming: boolean
}

/** The card charge after the account's credit. */
export type NextCharge = { cents: Cents; creditCents: Cents; on: Day; lastMomentToCancel: string }

/** The billing state of an account. Days are in the subscription's time zone; moments are formatted in the account's. */
export type MoneyValues = {
  /** Null if the subscription is canceled or an invoice is unpaid. */
  nextCharge: NextCharge | null
  card: CardOnFile | null
  /** Charged after the first one is refused. */
  backup: CardOnFile | null
  /** The unpaid month. While the bank is processing the payment, the customer can only wait. */
  open: OpenInvoice | null
  /**
   * During a hold only agent access is billed. A hold that ends with the current month cannot be ended
   * earlier.
   */
  hold: { from: Day; until: Day; hasBegun: boolean; canEnd: boolean } | null
  /**
   * The price of a month on hold and of a full one from the next charge on. Null if a hold would save
   * nothing.
   */
  holdOffer: { heldCents: Cents; fullCents: Cents } | null
  /** The service runs through `lastDay`. Null once it has ended. */
  cancellation: { lastDay: Day; reference: string } | null
  /** A smaller plan that starts next month. */
  change: { from: Day; lines: PlanLine[]; totalCents: Cents } | null
  hasEnded: boolean
  /** The last day on which an ended account can be reactivated. Null if it cannot. */
  reactivateBy: Day | null
}

export type InvoiceState =
  | 'paid'
  | 'open'
  | 'not collected'
  | 'partly refunded'
  | 'refunded'
  | 'partly returned'
  | 'returned'

/** A row in the list of invoices. */
export type InvoiceRow = {
  number: string
  issuedOn: Day
  what: string
  note: string
  totalCents: Cents
  /** Refunded to the card. */
  refundedCents: Cents
  /** Given as credit for later bills. */
  creditedCents: Cents
  /** Taken back by the bank after a dispute. */
  lostCents: Cents
  state: InvoiceState
}

/** An invoice with everything that is printed on it. */
export type InvoiceSheet = InvoiceRow & {
  lines: { label: string; quantity: number; unitCents: Cents; cents: Cents }[]
  serviceFrom: Day | null
  serviceThrough: Day | null
  paidOn: Day | null
  card: string | null
  /** As of the day the invoice was issued. */
  customer: { name: string; company: string; pin: string; address: string[]; taxNumber: string }
}

/** A row in the list of credit notes. */
export type CreditNoteRow = {
  number: string
  issuedOn: Day
  /** The bill that was paid. */
  bill: string
  /** `taken-back`: a debit note for unused credit. */
  way: 'card' | 'credit' | 'taken-back'
  cents: Cents
  /** When the bank failed to carry it out; it no longer counts since then. */
  failedOn: Day | null
}

/** A credit note with everything that is printed on it. */
export type CreditNoteSheet = CreditNoteRow & {
  lines: { label: string; cents: Cents }[]
  customer: InvoiceSheet['customer']
}

/** What anyone with the link may see: enough to prove the cancellation, and no more. */
export type CancellationReceipt = {
  reference: string
  company: string
  pin: string
  requestedOn: string
  lastDay: Day
  state: 'waiting' | 'ended' | 'undone'
  undoneOn: string | null
}
