import type { Cents } from '#contract/catalogue/money.ts'

/** Lives only in the memory of the request that brought it. */
export type CardDetails = {
  number: string
  cvv: string
  holder: string
  expiresMonth: number
  expiresYear: number
  billing: { street: string; city: string; region: string; postalCode: string; country: string }
}

/** What is kept of a card. */
export type VaultedCard = {
  token: string
  brand: string
  lastFour: string
  expiresMonth: number
  expiresYear: number
}

/** Why a bank said no, as far as a person may know. */
export type DeclineReason =
  | 'declined'
  | 'insufficient-funds'
  | 'expired'
  | 'wrong-number'
  | 'wrong-code'
  | 'wrong-address'

export type VaultOutcome =
  /** `numberId`: the gateway's own name of the number, the same whenever it is kept again; null where there is none. */
  | { kind: 'kept'; card: VaultedCard; numberId: string | null }
  | { kind: 'declined'; reason: DeclineReason }
  | { kind: 'unknown' }
export type ChargeOutcome =
  | { kind: 'paid'; reference: string }
  | { kind: 'declined'; reason: DeclineReason }
  | { kind: 'unknown' }
export type FoundCharge = ChargeOutcome | { kind: 'absent' } | { kind: 'voided' }
export type VoidOutcome = { kind: 'voided' } | { kind: 'settled' }
export type RefundOutcome =
  | { kind: 'refunded'; reference: string }
  /** Not settled yet, or more than is left of the charge. */
  | { kind: 'refused' }
  | { kind: 'unknown' }
export type FoundRefund = RefundOutcome | { kind: 'absent' }

/** What a gateway says by itself, later. */
export type GatewayNotice = {
  kind: 'dispute' | 'refund' | 'void'
  /** Of the charge that it is about. */
  reference: string
  /** How much went back; a dispute moves no money yet. */
  amount: Cents
}

export type Payments = {
  name: string
  /**
   * Keeps a card for later charges. No money moves. With `verify` the bank is asked first, and a card that it refuses
   * is not kept: for a card that is not charged at once. Before a charge it would ask the bank twice.
   */
  vault(card: CardDetails, options?: { verify: boolean }): Promise<VaultOutcome>
  /** Takes money. We send a key at most once; `unknown` means that only `find` can tell what became of it. */
  charge(order: { key: string; token: string; amount: Cents; isRenewal: boolean }): Promise<ChargeOutcome>
  /** What became of the charge with this key. Throws when the gateway cannot be asked. */
  find(key: string): Promise<FoundCharge>
  /** Takes back a whole charge before it is settled. Doing it twice is doing it once. Settled: only a refund helps. */
  void(reference: string): Promise<VoidOutcome>
  /** Gives back a settled charge, all or part. We send a key at most once; `unknown`: only `findRefund` can tell. */
  refund(order: { key: string; reference: string; amount: Cents }): Promise<RefundOutcome>
  /** What became of the refund with this key. Throws when the gateway cannot be asked. */
  findRefund(key: string): Promise<FoundRefund>
  /**
   * A signed notice. Undefined: not the gateway's signature. Null: it is, but says nothing that concerns us.
   * `senseless`: it is, and cannot be read.
   */
  readNotice(sent: {
    signature: string
    payload: string
  }): Promise<GatewayNotice | 'senseless' | null | undefined>
}
