import type { CreditNoteSheet, InvoiceSheet } from '#contract/billing/values.ts'
import { type Day, formatDay } from '#contract/calendar/billing-dates.ts'
import { CURRENCY } from '#contract/catalogue/money.ts'

/** Invoice labels, shared by the page and the PDF. */
export function invoiceTitle({ state, number }: InvoiceSheet): string {
  return `${state === 'open' || state === 'not collected' ? 'Bill' : 'Receipt'} ${number}`
}

/** Of an invoice, and of a credit note. */
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

/** Of a credit note that the bank did not carry out. */
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
