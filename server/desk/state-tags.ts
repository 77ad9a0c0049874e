import { type Status, statuses } from '#contract/accounts/statuses.ts'
import type { InvoiceState } from '#contract/billing/values.ts'
import type { StateTag, Tone } from '#contract/desk/desk-moment.ts'
import type { DeclineReason } from '#server/ports/payments.ts'

/** How the desk names states on every page. Those of disputes are in the contract. */
const statusTones: Record<Status, Tone> = {
  'free signup agent': 'warn',
  'free agent': 'good',
  pending: 'warn',
  'waiting for reactivation': 'warn',
  active: 'good',
  expired: 'bad',
  canceled: 'bad',
  past_due: 'bad',
  '24h_past_due': 'bad',
}

export function statusTag(status: Status): { text: string; tone: Tone } {
  return { text: statuses[status].text, tone: statusTones[status] }
}

/** A sign-up without an account: what was left at the card, or an order. */
export const signUpTags = {
  left: { text: 'Left at the card', tone: null },
  intent: { text: 'Being paid', tone: 'warn' },
  unknown: { text: 'No answer yet', tone: 'warn' },
  held: { text: 'Held for review', tone: 'warn' },
  paid: { text: 'Paid', tone: 'good' },
  declined: { text: 'Declined', tone: 'bad' },
  refused: { text: 'Refused', tone: 'bad' },
  voided: { text: 'Voided', tone: null },
} as const satisfies Record<string, StateTag>

/** A charge by its outcome; a late payment is being refunded. */
export const chargeTags = {
  paid: { text: 'Paid', tone: 'good' },
  declined: { text: 'Declined', tone: 'bad' },
  sent: { text: 'No answer yet', tone: 'warn' },
  unknown: { text: 'No answer yet', tone: 'warn' },
  returning: { text: 'Being returned', tone: 'warn' },
  voided: { text: 'Voided', tone: null },
  absent: { text: 'Never reached the gateway', tone: null },
} as const satisfies Record<string, StateTag>

export const refundTags = {
  sent: { text: 'No answer yet', tone: 'warn' },
  refunded: { text: 'Refunded', tone: 'good' },
  refused: { text: 'Refused by the bank', tone: 'bad' },
  absent: { text: 'Never reached the gateway', tone: null },
  failed: { text: 'Not carried out by the bank', tone: 'bad' },
} as const satisfies Record<string, StateTag>

export const creditNoteTags = {
  open: { text: 'Waiting for the bank', tone: 'warn' },
  waiting: { text: 'Waiting for the payment to settle', tone: 'warn' },
  issued: { text: 'Issued', tone: 'good' },
  refused: { text: 'Refused by the bank', tone: 'bad' },
  withdrawn: { text: 'Withdrawn', tone: null },
  failed: { text: 'Not carried out by the bank', tone: 'bad' },
} as const satisfies Record<string, StateTag>

export const billTags: Record<InvoiceState, StateTag> = {
  paid: { text: 'Paid', tone: 'good' },
  open: { text: 'Open', tone: 'warn' },
  'not collected': { text: 'Not collected', tone: 'bad' },
  'partly refunded': { text: 'Partly refunded', tone: null },
  refunded: { text: 'Refunded', tone: null },
  'partly returned': { text: 'Partly returned', tone: 'bad' },
  returned: { text: 'Returned', tone: 'bad' },
}

/** A bounce says more than the state: a bounced mail was sent before. */
export const mailTags = {
  waiting: { text: 'Queued', tone: null },
  sent: { text: 'Sent', tone: 'good' },
  kept: { text: 'Sent', tone: 'good' },
  failed: { text: 'Failed', tone: 'bad' },
  withheld: { text: 'Withheld', tone: 'warn' },
  hard: { text: 'Bounced', tone: 'bad' },
  soft: { text: 'Temporary bounce', tone: 'bad' },
  complaint: { text: 'Reported as spam', tone: 'bad' },
} as const satisfies Record<string, StateTag>
type Bounce = 'hard' | 'soft' | 'complaint'

type Mail = { state: Exclude<keyof typeof mailTags, Bounce>; bounce: Bounce | null; tries: number }

export function mailTag({ state, bounce, tries }: Mail): StateTag {
  if (bounce === null && state === 'waiting' && tries > 0)
    return { text: tries === 1 ? 'Queued after 1 try' : `Queued after ${tries} tries`, tone: 'warn' }
  return mailTags[bounce ?? state]
}

const words: Record<DeclineReason, string> = {
  declined: 'declined, no reason given',
  'insufficient-funds': 'insufficient funds',
  expired: 'card expired',
  'wrong-number': 'wrong card number',
  'wrong-code': 'wrong security code',
  'wrong-address': 'wrong billing address',
  closed: 'account closed',
  lost: 'card reported lost',
  stolen: 'card reported stolen',
  revoked: 'stopped by the cardholder',
  'do-not-retry': 'not to be tried again',
  busy: 'bank busy',
  velocity: 'over a limit of the bank',
  'try-later': 'to be tried later',
}

/** The bank's reason for declining a charge. Some reasons are stored in our own words. */
export function sayDecline(reason: string): string {
  return Object.hasOwn(words, reason) ? words[reason as DeclineReason] : reason
}

/** Why a renewal was not paid at first. Its card may not have been charged at all. */
export function sayFirstRefusal(reason: string): string {
  return reason === 'not-asked' ? 'no card could be charged' : sayDecline(reason)
}

/** The same with what the gateway says beside it: `account closed, final, response 2001, network 51`. */
export function sayRefusal({
  reason,
  isHard,
  codes,
}: {
  reason: string
  isHard: boolean | null
  codes: string | null
}): string {
  return [sayDecline(reason), isHard && 'final', codes].filter(Boolean).join(', ')
}
