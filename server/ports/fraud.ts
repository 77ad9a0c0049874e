/** What is known about a payment before it is made. Of the card, only what may be stored. */
export type Risk = {
  email: string
  address: string
  fingerprint: string
  /** The device as identified by its fingerprint, or empty. The page's own claim. */
  device: string
  /** The visitor cookie's hash, or empty if there is none. */
  visitor: string
  lastFour: string
  expiry: string
  cardCountry: string
  customerState: string
  /** Creates an account if approved. Approved sign-ups are limited as well. */
  isSignUp: boolean
}

/** A payment refused by the rules, with the message for the customer. */
export type RefusedPayment = { refused: 'invalid-fields'; errors: string }

/**
 * The bank's answer. `unknown`: the bank was asked, but the answer was lost. `unasked`: as far as we know, it
 * was not asked. `held`: an operator decides whether it is asked.
 */
export type PaymentEnd = 'approved' | 'declined' | 'unknown' | 'unasked' | 'held'

/** The sign-up must be reviewed before it is charged; `review` is the rule, as text for the operator. */
export type Review = { review: string }

/** A payment in progress. Until `end` is called, it counts as its worst possible outcome. */
export type CountedPayment = {
  /**
   * Called between vaulting and charging. The gateway's id for the card number recognizes a card under any
   * expiry date. Undefined: charge it.
   */
  checkNumber(numberId: string | null, now: Date): Promise<RefusedPayment | Review | undefined>
  /**
   * Corrects the counts to the actual outcome. If it is never called (a kill), the payment stays counted
   * until the window ends.
   */
  end(end: PaymentEnd): Promise<void>
}

export type Fraud = {
  /** Checks without counting, to skip work on a payment that would be refused anyway. */
  refusalOf(risk: Risk, now: Date): Promise<RefusedPayment | undefined>
  /**
   * Counts a payment before the gateway is asked, so that concurrent payments cannot exceed a limit. A
   * refused payment is not counted. Its reason is logged, but not shown to the customer.
   */
  countPayment(risk: Risk, now: Date): Promise<CountedPayment | RefusedPayment>
}
