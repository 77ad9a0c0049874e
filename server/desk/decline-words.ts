import type { DeclineReason } from '#server/ports/payments.ts'

const words: Record<DeclineReason, string> = {
  declined: 'declined, no reason given',
  'insufficient-funds': 'insufficient funds',
  expired: 'card expired',
  'wrong-number': 'wrong card number',
  'wrong-code': 'wrong security code',
  'wrong-address': 'wrong billing address',
}

/** What the bank gave as its reason for declining a charge. Some reasons are kept in our own words. */
export function sayDecline(reason: string): string {
  return Object.hasOwn(words, reason) ? words[reason as DeclineReason] : reason
}
