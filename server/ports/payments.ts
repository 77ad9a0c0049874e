import type { Day } from '#contract/calendar/billing-dates.ts'
import type { Cents } from '#contract/catalogue/money.ts'

/** Kept only in the memory of the request that sent it. */
export type CardDetails = {
  number: string
  cvv: string
  holder: string
  expiresMonth: number
  expiresYear: number
  billing: { street: string; city: string; region: string; postalCode: string; country: string }
}

/** What is stored of a card. */
export type VaultedCard = {
  token: string
  brand: string
  lastFour: string
  expiresMonth: number
  expiresYear: number
}

/** Why the bank declined. A customer is told only a part of it. */
export type DeclineReason =
  /** The bank gave no reason. */
  | 'declined'
  | 'insufficient-funds'
  | 'expired'
  | 'wrong-number'
  | 'wrong-code'
  | 'wrong-address'
  | 'closed'
  | 'lost'
  | 'stolen'
  /** The holder has told the bank to stop these charges. */
  | 'revoked'
  | 'do-not-retry'
  | 'busy'
  | 'velocity'
  | 'try-later'

/** A bank's refusal of a charge, as the gateway describes it. */
export type Refusal = {
  reason: DeclineReason
  /** Whether the refusal is final. Undefined: the gateway does not say. */
  isHard?: boolean
  /** The gateway's and the network's codes, for operators. */
  codes?: string
}

export type VaultOutcome =
  /**
   * `numberId`: the gateway's id for the card number, the same each time it is vaulted. Null if the gateway
   * has none.
   */
  | { kind: 'vaulted'; card: VaultedCard; numberId: string | null }
  | { kind: 'declined'; reason: DeclineReason; numberId: string | null }
  | { kind: 'unknown' }
export type ChargeOutcome =
  | { kind: 'paid'; reference: string }
  | ({ kind: 'declined' } & Refusal)
  | { kind: 'unknown' }
export type FoundCharge = ChargeOutcome | { kind: 'absent' } | { kind: 'voided' }
export type VoidOutcome = { kind: 'voided' } | { kind: 'settled' }
export type RefundOutcome =
  | { kind: 'refunded'; reference: string }
  /** Not settled yet, or more than the rest of the charge. */
  | { kind: 'refused' }
  | { kind: 'unknown' }
export type FoundRefund = RefundOutcome | { kind: 'absent' }

/** A webhook notification from the gateway. */
export type GatewayNotice = ChargeNotice | CardReportNotice

/** About one charge. */
export type ChargeNotice = RefundNotice | FailedRefundNotice | DisputeNotice

export type RefundNotice = {
  kind: 'refund' | 'void'
  /** The reference of the charge. */
  reference: string
  /** The amount returned. */
  amount: Cents
  /** The gateway's reference of a refund, if given. */
  refund?: string | undefined
}

/** A refund accepted by the gateway that the bank did not carry out. */
export type FailedRefundNotice = {
  kind: 'refund-failed'
  /** The reference of the charge. */
  reference: string
  /** The gateway's reference of the refund. */
  refund: string
  amount: Cents
}

export type DisputeState = 'opened' | 'won' | 'lost'

/** The holder of the card disputes a charge at the bank, or the bank has decided: `won` is won by us. */
export type DisputeNotice = {
  kind: 'dispute'
  state: DisputeState
  /** The reference of the charge. */
  reference: string
  /** The gateway's id of the dispute, if given. */
  dispute?: string | undefined
  /** The disputed amount. Zero: the gateway gave none, so it is the whole charge. */
  amount: Cents
  /** The amount returned by a won dispute, if given. */
  won?: Cents | undefined
  /** The gateway's own text. */
  reason?: string | undefined
  openedOn?: Day | undefined
  /** The last day on which evidence can be sent. */
  replyBy?: Day | undefined
  /** When the gateway said this, by its own clock. */
  at?: Date | undefined
}

/** What banks changed about stored cards can be downloaded. */
export type CardReportNotice = { kind: 'card-report'; link: string; on: Day }

type Expiry = { month: number; year: number }

/** What a bank said about a stored card. `contact`: its holder has to be asked. */
export type CardUpdate = { token: string; on: Day } & (
  | { kind: 'number'; lastFour: string; brand?: string | undefined; expires?: Expiry | undefined }
  | { kind: 'date'; expires: Expiry }
  | { kind: 'closed' }
  | { kind: 'contact' }
)

/** In the order of the report. Undefined: a row that makes no sense. */
export type CardReport = (CardUpdate | undefined)[]

export type Payments = {
  name: string
  /**
   * Stores a card for later charges. No money moves. With `verify`, the bank is asked first, and a declined
   * card is not stored: for cards that are not charged right away. Before a charge, that would ask the bank
   * twice. With `token`, the card is stored under it: an unused name of up to 36 letters, digits and dashes.
   */
  vault(card: CardDetails, options?: { verify?: boolean; token?: string }): Promise<VaultOutcome>
  /** Deletes a card from the vault. Idempotent. Throws if the gateway cannot be reached. */
  deleteCard(token: string): Promise<void>
  /** Takes money. We send each key at most once. After `unknown`, only `find` can tell the outcome. */
  charge(order: { key: string; token: string; amount: Cents; isRenewal: boolean }): Promise<ChargeOutcome>
  /** The outcome of the charge with this key. Throws if the gateway cannot be reached. */
  find(key: string): Promise<FoundCharge>
  /** Cancels a whole charge before it settles. Idempotent. A settled charge can only be refunded. */
  void(reference: string): Promise<VoidOutcome>
  /**
   * Refunds a settled charge, in whole or in part. We send each key at most once. After `unknown`, only
   * `findRefund` can tell the outcome.
   */
  refund(order: { key: string; reference: string; amount: Cents }): Promise<RefundOutcome>
  /** The outcome of the refund with this key. Throws if the gateway cannot be reached. */
  findRefund(key: string): Promise<FoundRefund>
  /**
   * Verifies and parses a notification. Undefined: the signature is not the gateway's. Null: valid, but not
   * relevant to us. `senseless`: validly signed, but malformed.
   */
  readNotice(sent: {
    signature: string
    payload: string
  }): Promise<GatewayNotice | 'senseless' | null | undefined>
  /**
   * Downloads what banks changed about stored cards, from the gateway alone. Throws if it cannot, with a reason
   * that does not contain the link.
   */
  readCardReport(report: { link: string; on: Day }): Promise<CardReport>
  /** Only the embedded gateway: its banks change a card, and it answers with the signed notice of their report. */
  changeCard?(token: string, change: CardUpdate['kind']): Promise<{ signature: string; payload: string }>
}
