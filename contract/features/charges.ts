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

export type ChargesValues = { charges: SandboxCharge[] }
