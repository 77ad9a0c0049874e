import type {
  CardOnFile,
  CreditNoteRow,
  CreditNoteSheet,
  InvoiceRow,
  InvoiceSheet,
  MoneyValues,
} from '#contract/billing/values.ts'
import type { Option } from '#contract/wire/option.ts'

export type BillingValues = {
  money: Pick<MoneyValues, 'card' | 'open' | 'reactivateBy'>
  /** Newest first. */
  bills: InvoiceRow[]
  /** Where older bills are; null if there are none. */
  older: string | null
  /** What is left as credit, and what becomes of it. Empty if there is none. */
  credit: string
  notes: CreditNoteRow[]
  countries: Option[]
  isPhone: boolean
  /** The URL announces a new card on file, and it is new. */
  hasNewCard: boolean
}

export type InvoiceValues = { bill: InvoiceSheet; notes: CreditNoteRow[] }

export type CreditNoteValues = { note: CreditNoteSheet }

export type PayValues = {
  linkToken: string
  /** Null if the link is unknown or expired. */
  due: {
    company: string
    pin: string
    open: MoneyValues['open']
    /** Also null if nothing is unpaid. */
    card: Pick<CardOnFile, 'brand' | 'lastFour'> | null
  } | null
  countries: Option[]
}
