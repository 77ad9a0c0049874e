import type { Cents } from '#contract/catalogue/money.ts'
import type { DeskMoment, StateTag } from '../desk-moment.ts'

/** What can be done with a bill. `why`: it cannot be done now. */
export type BillOffer = { text: string; href: string; why: string | null }

/** What a bill or a credit note says, as the customer reads it. */
type Sheet = {
  number: string
  tag: StateTag
  facts: { name: string; value: string }[]
  billedTo: string[]
  totalCents: Cents
}

export type DeskBillValues = {
  account: { number: string; company: string }
  bill: Sheet & {
    note: string
    lines: { label: string; quantity: number; unitCents: Cents; cents: Cents }[]
    /** What was taken off the total since. */
    less: { name: string; cents: Cents }[]
  }
  offers: BillOffer[]
  /** Every try to charge it, oldest first. */
  payments: { key: number; at: DeskMoment; cents: Cents; tag: StateTag; more: string }[]
  /** Oldest first. Without a number while the bank has not answered, or if it refused. */
  notes: {
    key: number
    number: string | null
    at: DeskMoment
    cents: Cents
    way: string
    tag: StateTag
  }[]
}

export type DeskCreditNoteValues = {
  account: { number: string; company: string }
  note: Sheet & {
    bill: string
    /** Of credit that was taken back. */
    isDebit: boolean
    lines: { label: string; cents: Cents }[]
  }
}
