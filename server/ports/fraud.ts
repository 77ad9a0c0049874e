/** What is known of a payment before it is made. Of the card only what may be kept. */
export type Risk = {
  email: string
  address: string
  fingerprint: string
  /** The browser's own cookie, hashed; empty where it has none. */
  visitor: string
  lastFour: string
  expiry: string
  cardCountry: string
  customerState: string
  /** It makes a new account if it is approved: those are counted, too. */
  isSignUp: boolean
}

/** A payment that the rules refuse, and what the person is told. */
export type RefusedPayment = { refused: 'invalid-fields'; errors: string }

/** What the bank said. `unknown`: it was asked, and its answer was lost. `unasked`: as far as we know it was not. */
export type PaymentEnd = 'approved' | 'declined' | 'unknown' | 'unasked'

/** A payment that is counted as the worst that it may turn out to be, until its end is told. */
export type CountedPayment = {
  /** Asked between vaulting and charging: by the gateway's own name of the number a card is known under any expiry. */
  refusalOfNumber(numberId: string | null, now: Date): Promise<RefusedPayment | undefined>
  /** Takes back what it turned out not to be. Never told (a kill), it stays counted until the window ends. */
  end(end: PaymentEnd): Promise<void>
}

export type Fraud = {
  /** A look that counts nothing: spares the work on a payment that would be refused anyway. */
  refusalOf(risk: Risk, now: Date): Promise<RefusedPayment | undefined>
  /**
   * Counts a payment before the gateway is asked, so that of many at once no more than the limit get there. A refusal
   * counts nothing, and is logged with its reason, which the person is not told.
   */
  countPayment(risk: Risk, now: Date): Promise<CountedPayment | RefusedPayment>
}
