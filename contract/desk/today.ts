import * as z from 'zod/mini'
import { failedRefundChoices, GATEWAY_REFERENCE_AT_MOST } from '#contract/billing/money-back.ts'
import { FAILED_WORK_DAYS } from '#contract/calendar/lifetimes.ts'
import { json } from '#contract/wire/endpoint.ts'
import { choice, field } from '#contract/wire/field.ts'
import { exact, listed, optionalText, orderKey, text } from '#contract/wire/schema.ts'
import { deskCall, reason } from './desk-call.ts'

/** How far back the queues go. */
export const FAILED_MAILS_DAYS = 30
export const LEFT_SIGN_UPS_DAYS = 14

/** Anything older than this counts as stuck. */
export const SET_UP_MINUTES = 60
export const WORK_MINUTES = 15

/** The operators' queues, in page order. */
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
    says: `Background work that was tried as often as it may be. Try it again once its cause is gone, or set it aside. It is listed here for ${FAILED_WORK_DAYS} days.`,
    empty: 'No background work has failed.',
  },
  waiting: {
    title: 'Work that waits without moving',
    says: `Set-ups that take more than ${SET_UP_MINUTES} minutes, and emails, events of the feed and other work that waits for more than ${WORK_MINUTES}. All of it is tried again without you, except what waits for a disabled endpoint.`,
    empty: 'No set-up, email, event of the feed or other work waits without moving.',
  },
  renewals: {
    title: 'Refused renewals',
    says: 'The account ends a week after the first refusal. What the bank said decides when it is asked again.',
    empty: 'No renewals are refused.',
  },
  mails: {
    title: 'Emails that failed or bounced',
    says: `In the last ${FAILED_MAILS_DAYS} days. Send a failed one again, or set it aside.`,
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

/** What the operator saw at the gateway, if that does not answer our query. */
export const word = choice('If the gateway does not know', [
  { value: 'none', displayValue: 'Leave it open' },
  { value: 'paid', displayValue: 'Its dashboard shows that it was paid' },
  { value: 'declined', displayValue: 'Its dashboard shows that it was declined' },
  { value: 'absent', displayValue: 'Its dashboard does not show it' },
])
export const refundChoice = choice(
  'What to do',
  Object.entries(failedRefundChoices).map(([value, displayValue]) => ({ value, displayValue })),
)
/** After an outage hundreds have failed for one reason. */
export const whichWork = choice('Which work', [
  { value: 'one', displayValue: 'Only this one' },
  { value: 'all', displayValue: 'All failed work of this kind' },
])
export const gatewayReference = field('Payment reference at the gateway', {
  maxLength: GATEWAY_REFERENCE_AT_MOST,
})

/** The next step for a row: a page to open, or a change that the operator's role allows. */
export type QueueAction =
  | { kind: 'open'; label: string; href: string }
  /** Unavailable now. `about`: the accessible name. */
  | { kind: 'cannot'; label: string; about: string; why: string }
  | { kind: 'settle-charge'; charge: number; amount: string }
  | { kind: 'settle-refund'; refund: number; amount: string }
  | {
      kind: 'decide-refund'
      refund: number
      amount: string
      /** Null for a late payment: it paid no bill, so there is nothing to give as credit. */
      bill: string | null
      isForeign: boolean
    }
  /** `href`: where the bill's credit can be taken back. */
  | { kind: 'settle-difference'; difference: number; amount: string; bill: string; href: string }
  | { kind: 'repeat-set-up'; pin: string; company: string }
  | { kind: 'retry-job'; queue: string; job: string; work: string }
  /** `href`: where it can be sent again, also to somebody else. */
  | { kind: 'failed-mail'; mail: number; email: string; href: string }
  | { kind: 'send-resume-link'; signUp: number; email: string }

export type QueueRow = {
  key: string
  /** Who it is about. */
  title: string
  /** The page of the account, if there is one. */
  href: string | null
  facts: string[]
  /** How long it has waited, and since when. */
  age: string
  since: string
  /** The deadline. */
  due: { text: string; isSoon: boolean } | null
  action: QueueAction
}

export type Queue = {
  name: QueueName
  /** At most as many as are counted. */
  count: number
  /** More are waiting than were counted. */
  isMore: boolean
  /** How long the oldest has waited. */
  oldest: string | null
  rows: QueueRow[]
  /** Where all of them are; null if all are shown. */
  allHref: string | null
}

export type TodayValues = { queues: Queue[] }

export type QueueValues = {
  name: QueueName
  rows: QueueRow[]
  /** The next page, and the first one if this is not it. */
  next: string | null
  first: string | null
}

const messageAnswer = z.object({ data: z.object({ said: z.string() }) })

export const settleCharge = deskCall({
  ...json,
  path: '/desk/api/today/charge/',
  who: 'money',
  body: z.object({
    charge: listed('The charge'),
    word: text(word),
    reference: optionalText(gatewayReference),
    reason: text(reason),
  }),
  answer: messageAnswer,
})

export const settleRefund = deskCall({
  ...json,
  path: '/desk/api/today/refund-answer/',
  who: 'money',
  body: z.object({ refund: listed('The refund'), reason: text(reason) }),
  answer: messageAnswer,
})

export const decideRefund = deskCall({
  ...json,
  path: '/desk/api/today/refund/',
  who: 'money',
  body: z.object({
    refund: listed('The refund'),
    choice: text(refundChoice),
    reason: text(reason),
    key: orderKey(),
  }),
  answer: messageAnswer,
})

export const leaveDifference = deskCall({
  ...json,
  path: '/desk/api/today/difference/',
  who: 'money',
  body: z.object({ difference: listed('The difference'), reason: text(reason), key: orderKey() }),
  answer: messageAnswer,
})

export const repeatSetUp = deskCall({
  ...json,
  path: '/desk/api/today/set-up/',
  who: 'help',
  body: z.object({
    pin: text(field('Account number', { required: true, maxLength: 6 })),
    reason: text(reason),
  }),
  answer: messageAnswer,
})

export const retryJob = deskCall({
  ...json,
  path: '/desk/api/today/job/',
  who: 'money',
  body: z.object({
    queue: exact(100, 'The queue of the job'),
    job: exact(36, 'The id of the job'),
    which: text(whichWork),
    reason: text(reason),
  }),
  answer: messageAnswer,
})

/** For work that nobody needs any more, or that was done in another way. */
export const setJobAside = deskCall({ ...retryJob, path: '/desk/api/today/job-aside/' })

/** For a failed email that nobody needs to send again. */
export const setMailAside = deskCall({
  ...json,
  path: '/desk/api/today/mail-aside/',
  who: 'help',
  body: z.object({ mail_id: listed('The id of an email'), reason: text(reason) }),
  answer: messageAnswer,
})

export const sendResumeLink = deskCall({
  ...json,
  path: '/desk/api/today/resume-link/',
  who: 'help',
  body: z.object({ sign_up: listed('The sign-up'), reason: text(reason), key: orderKey() }),
  answer: messageAnswer,
})
