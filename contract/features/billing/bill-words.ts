import type { BillSheet } from '#contract/billing/values.ts'
import { dayInWords } from '#contract/calendar/billing-dates.ts'

/** What a bill says of itself: the same words on its page and on paper. */
export function billTitle({ state, number }: BillSheet): string {
  return `${state === 'open' || state === 'not collected' ? 'Bill' : 'Receipt'} ${number}`
}

/** What is undefined has no line. */
export function billFacts({ what, issuedOn, serviceFrom, serviceThrough, paidOn, card }: BillSheet) {
  const isForService = serviceFrom && serviceThrough
  return {
    'What for': what,
    Issued: dayInWords(issuedOn),
    Service: isForService ? `${dayInWords(serviceFrom)} through ${dayInWords(serviceThrough)}` : undefined,
    Paid: paidOn ? [dayInWords(paidOn), card].filter(Boolean).join(', ') : undefined,
  }
}

/** To whom it is written, line by line; the company comes first. */
export function billedToLines({ customer }: BillSheet): string[] {
  const { company, name, address, taxNumber, pin } = customer
  return [company, name, ...address, taxNumber && `Tax number ${taxNumber}`, `Account number ${pin}`].filter(
    Boolean,
  )
}
