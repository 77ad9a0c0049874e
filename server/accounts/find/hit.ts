/** What can be found. The order is the one in which results are shown. */
export const hitKinds = [
  'account',
  'person',
  'sign-up',
  'bill',
  'credit-note',
  'charge',
  'refund',
  'dispute',
  'cancellation',
  'card',
  'mail',
] as const
export type HitKind = (typeof hitKinds)[number]

export type Hit = {
  kind: HitKind
  /** What the text was compared with: "Email". */
  what: string
  /** What is stored there. */
  text: string
  /** A sign-up has no account yet; a mail may belong to none. */
  accountId: number | null
  /** What was typed names this one: the whole number, email or reference. */
  isExact: boolean
  /** Its own id, where that is no account number: of a dispute, an order, a mail. */
  reference: string
  state: string | null
  amountCents: number | null
  at: Date | null
}
