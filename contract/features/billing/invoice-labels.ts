import type { InvoiceSheet } from '#contract/billing/values.ts'
import { formatDay } from '#contract/calendar/billing-dates.ts'

/** What a bill says of itself: the same words on its page and on paper. */
export function invoiceTitle({ state, number }: InvoiceSheet): string {
  return `${state === 'open' || state === 'not collected' ? 'Bill' : 'Receipt'} ${number}`
}

/** What is undefined has no line. */
export function invoiceFacts({ what, issuedOn, serviceFrom, serviceThrough, paidOn, card }: InvoiceSheet) {
  const isForService = serviceFrom && serviceThrough
  return {
    'What for': what,
    Issued: formatDay(issuedOn),
    Service: isForService ? `${formatDay(serviceFrom)} through ${formatDay(serviceThrough)}` : undefined,
    Paid: paidOn ? [formatDay(paidOn), card].filter(Boolean).join(', ') : undefined,
  }
}

/** To whom it is written, line by line; the company comes first. */
export function billedToLines({ customer }: InvoiceSheet): string[] {
  const { company, name, address, taxNumber, pin } = customer
  return [company, name, ...address, taxNumber && `Tax number ${taxNumber}`, `Account number ${pin}`].filter(
    Boolean,
  )
}
