import * as z from 'zod/mini'
import { everyScope } from '#contract/accounts/roles.ts'
import type {
  CardNews,
  CreditNoteRow,
  CreditNoteSheet,
  InvoiceRow,
  InvoiceSheet,
  MoneyValues,
  PayableCard,
} from '#contract/billing/values.ts'
import { type Day, formatDay } from '#contract/calendar/billing-dates.ts'
import { CURRENCY } from '#contract/catalogue/money.ts'
import { cardForm } from '#contract/fields/card-form.ts'
import { accountCall } from '#contract/wire/call.ts'
import { json, read } from '#contract/wire/endpoint.ts'
import type { Option } from '#contract/wire/option.ts'
import * as messages from '#contract/wire/rule-messages.ts'
import { listed, shownCents } from '#contract/wire/schema.ts'

/** Invoice labels, shared by the page and the PDF. */
export function invoiceTitle({ state, number }: InvoiceSheet): string {
  return `${state === 'open' || state === 'not collected' ? 'Bill' : 'Receipt'} ${number}`
}

/** For an invoice, and for a credit note. */
export const TOTAL = `Total in ${CURRENCY}`

/** Undefined facts are not shown. */
export function invoiceFacts({ what, issuedOn, serviceFrom, serviceThrough, paidOn, card }: InvoiceSheet) {
  const isForService = serviceFrom && serviceThrough
  return {
    'What for': what,
    Issued: formatDay(issuedOn),
    Service: isForService ? `${formatDay(serviceFrom)} through ${formatDay(serviceThrough)}` : undefined,
    Paid: paidOn ? [formatDay(paidOn), card].filter(Boolean).join(', ') : undefined,
  }
}

/** For a credit note that the bank failed to carry out. */
export function sayFailed(failedOn: Day): string {
  return `The bank did not carry out this refund. Since ${formatDay(failedOn)} it does not count.`
}

export function noteTitle({ number, way }: Pick<CreditNoteSheet, 'number' | 'way'>): string {
  return `${way === 'taken-back' ? 'Debit note' : 'Credit note'} ${number}`
}

const wayWords = {
  card: { 'Given back': 'To the card that paid' },
  credit: { 'Given back': 'As credit for your next bill' },
  'taken-back': { 'Taken back': 'From your credit, which had not been used' },
} as const

export function creditNoteFacts({ issuedOn, bill, way, failedOn }: CreditNoteSheet) {
  return {
    Issued: formatDay(issuedOn),
    For: `Receipt ${bill}`,
    ...wayWords[way],
    'Not carried out': failedOn ? sayFailed(failedOn) : undefined,
  }
}

/** The lines of the billing address, company first. */
export function billedToLines({ customer }: Pick<InvoiceSheet, 'customer'>): string[] {
  const { company, name, address, taxNumber, pin } = customer
  return [company, name, ...address, taxNumber && `Tax number ${taxNumber}`, `Account number ${pin}`].filter(
    Boolean,
  )
}

/** The open balance that the page showed, 0 if none. */
export const shown = { open_cents: shownCents(messages.required) }

/** Which of the two cards pays. Another card in its place is not charged. */
export const payingCard = {
  card_id: z.optional(listed('The id of a card on file; without it, the first card pays')),
}

const paymentAnswer = z.object({
  data: z.object({
    /** `confirming`: the bank has not answered yet; poll the balance until the status changes. */
    status: z.enum(['paid', 'saved', 'confirming', 'nothing_open']),
    /** The receipt number. */
    number: z.string(),
  }),
})
export const balanceAnswer = z.object({
  data: z.object({
    status: z.enum(['open', 'confirming', 'nothing_open']),
    open_cents: z.number(),
    /** The account has ended, so nothing is due although nothing was paid. */
    has_ended: z.boolean(),
  }),
})
export const payment = {
  answer: paymentAnswer,
  statusOf: ({ data }: z.output<typeof paymentAnswer>) => (data.status === 'confirming' ? 202 : 200),
}

export type BillingValues = {
  news: { first: CardNews | null; backup: CardNews | null }
  money: Pick<MoneyValues, 'card' | 'backup' | 'open' | 'reactivateBy'>
  /** Newest first. */
  bills: InvoiceRow[]
  /** Where older bills are; null if there are none. */
  older: string | null
  /** The remaining credit and what happens to it. Empty if there is none. */
  credit: string
  notes: CreditNoteRow[]
  countries: Option[]
  isPhone: boolean
  /** The URL announces a change of the cards on file, and it was really made just now. */
  changed: CardChange | null
}

export const cardChanges = [
  'card-changed',
  'backup-card-added',
  'backup-card-removed',
  'cards-swapped',
] as const
export type CardChange = (typeof cardChanges)[number]

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
    card: PayableCard | null
    backup: PayableCard | null
  } | null
  countries: Option[]
}

export const updateCard = accountCall({
  ...json,
  path: '/rest/account/card/',
  who: 'billing',
  scopes: everyScope,
  names: 'nothing',
  stepUp: 'always',
  body: z.object({ ...cardForm, ...shown }),
  ...payment,
})

const onBackup = {
  ...json,
  who: 'billing',
  scopes: everyScope,
  stepUp: 'always',
  answer: z.object({ data: z.object({ status: z.enum(['saved']) }) }),
} as const
const namedBackup = {
  names: { card_id: 'card' },
  body: z.object({ card_id: listed('The id of the backup card') }),
} as const

/** Adds a backup card, or replaces it. */
export const saveBackupCard = accountCall({
  ...onBackup,
  path: '/rest/account/backup-card/',
  names: 'nothing',
  body: z.object(cardForm),
})

export const removeBackupCard = accountCall({
  ...onBackup,
  ...namedBackup,
  path: '/rest/account/backup-card/remove/',
})

/** The backup becomes the first card, and the first card the backup. */
export const swapCards = accountCall({
  ...onBackup,
  ...namedBackup,
  path: '/rest/account/backup-card/first/',
})

export const payOpen = accountCall({
  ...json,
  path: '/rest/account/pay/',
  who: 'billing',
  scopes: everyScope,
  stepUp: { none: 'it pays what is owed, with a card on file' },
  names: { card_id: 'card' },
  body: z.object({ ...shown, ...payingCard }),
  ...payment,
})

export const balance = accountCall({
  ...read,
  errorKey: 'errors',
  path: '/rest/account/balance/',
  who: 'billing',
  scopes: everyScope,
  stepUp: { none: 'it only reads' },
  names: 'nothing',
  body: z.object({}),
  answer: balanceAnswer,
})
