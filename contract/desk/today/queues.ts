/** What waits for an operator, in the order in which the page shows it. */
export const queues = {
  disputes: {
    title: 'Disputes to answer',
    says: 'The one that has to be answered first is on top.',
    empty: 'No dispute waits for an answer.',
  },
  approvals: {
    title: 'Requests for a second operator',
    says: 'After a day without an answer they lapse.',
    empty: 'No request waits for a second operator.',
  },
  held: {
    title: 'Sign-ups held back',
    says: 'After a day they lapse without a charge.',
    empty: 'No sign-up is held back.',
  },
  charges: {
    title: 'Charges without an answer',
    says: 'The gateway was asked for money or for a refund, and has not said what became of it.',
    empty: 'Every charge and refund has its answer.',
  },
  'set-ups': {
    title: 'Set-ups that failed',
    says: 'These people paid and cannot work yet.',
    empty: 'No set-up has failed for good.',
  },
  renewals: {
    title: 'Refused renewals',
    says: 'The bank is asked again after 1, 3, 5 and 7 days. Then the account ends.',
    empty: 'No renewal is refused.',
  },
  mails: {
    title: 'Mails that failed or came back',
    says: 'In the last 30 days.',
    empty: 'No mail has failed or come back in the last 30 days.',
  },
  left: {
    title: 'Sign-ups left at the card',
    says: 'In the last 14 days, and not within the last hour.',
    empty: 'Nobody has left a sign-up at the card in the last 14 days.',
  },
} as const
export type QueueName = keyof typeof queues

export function isQueueName(text: string): text is QueueName {
  return Object.hasOwn(queues, text)
}
