import type { QueueName } from './queues.ts'

/** The next thing to do about a row: a page to open, or a change that the operator's role allows. */
export type QueueAction =
  | { kind: 'open'; label: string; href: string }
  /** It cannot be done now. `about`: the accessible name. */
  | { kind: 'cannot'; label: string; about: string; why: string }
  | { kind: 'settle-charge'; charge: number; amount: string }
  | { kind: 'settle-refund'; refund: number; amount: string }
  | {
      kind: 'decide-refund'
      refund: number
      amount: string
      /** Null: the payment came too late and paid no bill, so there is nothing to give as credit. */
      bill: string | null
      isForeign: boolean
    }
  /** `href`: where the credit of the bill can be taken back. */
  | { kind: 'settle-difference'; difference: number; amount: string; bill: string; href: string }
  | { kind: 'repeat-set-up'; pin: string; company: string }
  | { kind: 'retry-job'; queue: string; job: string; work: string }
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
  /** Until when it has to be done. */
  due: { text: string; isSoon: boolean } | null
  action: QueueAction
}

export type Queue = {
  name: QueueName
  /** At most as many as are counted. */
  count: number
  /** More wait than were counted. */
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
