/** How far back the queues look. */
export const FAILED_MAILS_DAYS = 30
export const LEFT_SIGN_UPS_DAYS = 14

/** What takes longer than this waits without moving. */
export const SET_UP_MINUTES = 60
export const WORK_MINUTES = 15

/** What waits for an operator, in the order in which the page shows it. */
export const queues = {
  disputes: {
    title: 'Disputes to answer',
    says: 'The next one due is at the top.',
    empty: 'No dispute is waiting for an answer.',
  },
  approvals: {
    title: 'Requests for a second operator',
    says: 'A request expires after a day without an answer.',
    empty: 'No request is waiting for a second operator.',
  },
  held: {
    title: 'Sign-ups held for review',
    says: 'They expire after a day without a decision, and nothing is charged.',
    empty: 'No sign-up is held for review.',
  },
  charges: {
    title: 'Charges without an answer',
    says: 'The gateway has not reported what happened to these charges and refunds.',
    empty: 'Every charge and refund has an answer.',
  },
  refunds: {
    title: 'Refunds that moved no money',
    says: 'The bank did not carry them out, or refused them later. Send them again or give credit.',
    empty: 'No refund has failed.',
  },
  differences: {
    title: 'Refunds beside credit',
    says: 'More was refunded at the gateway than was left of the bill. Take the credit back, or leave it.',
    empty: 'No refund at the gateway was more than what was left of its bill.',
  },
  'set-ups': {
    title: 'Set-ups that failed',
    says: 'These customers have paid but cannot work yet.',
    empty: 'No set-up has failed permanently.',
  },
  jobs: {
    title: 'Work that failed',
    says: 'Background work of the last two days that was tried as often as it may be.',
    empty: 'No background work has failed in the last two days.',
  },
  waiting: {
    title: 'Work that waits without moving',
    says: `Set-ups that take more than ${SET_UP_MINUTES} minutes, and emails and other work that waits for more than ${WORK_MINUTES}. All of it is tried again without you.`,
    empty: 'No set-up, email or other work waits without moving.',
  },
  renewals: {
    title: 'Refused renewals',
    says: 'The bank is asked again after 1, 3, 5 and 7 days. Then the account ends.',
    empty: 'No renewals are refused.',
  },
  mails: {
    title: 'Emails that failed or bounced',
    says: `In the last ${FAILED_MAILS_DAYS} days.`,
    empty: `No email has failed or bounced in the last ${FAILED_MAILS_DAYS} days.`,
  },
  left: {
    title: 'Sign-ups left at the card',
    says: `In the last ${LEFT_SIGN_UPS_DAYS} days, and not within the last hour.`,
    empty: `Nobody has left a sign-up at the card in the last ${LEFT_SIGN_UPS_DAYS} days.`,
  },
} as const
export type QueueName = keyof typeof queues

export function isQueueName(text: string): text is QueueName {
  return Object.hasOwn(queues, text)
}
