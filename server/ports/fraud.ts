import type { Refused } from '../refusal.ts'

/** What is known of a payment before it is made. Of the card only what may be kept. */
export type Risk = {
  email: string
  address: string
  fingerprint: string
  lastFour: string
  expiry: string
  postalCode: string
  cardCountry: string
  customerState: string
}

export type Fraud = {
  /** Asked before any charge. A refusal is logged with its reason, which the person is not told. */
  refusalOf(risk: Risk, now: Date): Promise<Refused | undefined>
  noteDecline(risk: Risk, now: Date): Promise<void>
}
