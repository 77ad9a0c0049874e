/** A charge in the embedded gateway's ledger, compared with our own records. */
export type SandboxCharge = {
  reference: string
  key: string
  createdAt: string
  amountCents: number
  brand: string
  lastFour: string
  outcome: 'paid' | 'declined' | 'voided'
  reason: string
  ours: string
  forWhom: string
  pin: string
}

/** A card on file in the embedded gateway. */
export type SandboxCard = {
  id: number
  company: string
  pin: string
  brand: string
  lastFour: string
  expires: string
  isBackup: boolean
}

/** What a bank can say about a card, as the buttons name it. */
export const bankWords = {
  date: 'Has a new expiry date',
  number: 'Has a new number',
  closed: 'Is closed',
  contact: 'Ask its holder',
} as const

export type ChargesValues = {
  charges: SandboxCharge[]
  /** Those of the newest accounts. Null: the gateway is not the embedded one. */
  cards: SandboxCard[] | null
}
