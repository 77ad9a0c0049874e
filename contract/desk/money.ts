import * as z from 'zod/mini'
import type { CountedMoney, MoneyPreview } from '#contract/billing/approvals.ts'
import {
  EXTEND_AT_MOST_DAYS,
  NOT_AN_AMOUNT,
  readAmount,
  refundReasons,
} from '#contract/billing/money-back.ts'
import type { Day } from '#contract/calendar/billing-dates.ts'
import type { Cents } from '#contract/catalogue/money.ts'
import { json } from '#contract/wire/endpoint.ts'
import { choice, field, lines } from '#contract/wire/field.ts'
import type { FormRule } from '#contract/wire/form-rules.ts'
import * as ruleMessages from '#contract/wire/rule-messages.ts'
import { required } from '#contract/wire/rule-messages.ts'
import { exact, formChecks, listed, note, optionalText, orderKey, text } from '#contract/wire/schema.ts'
import { deskCall, reason as withdrawalReason } from './desk-call.ts'

/** The possible actions, as named on the page. */
export const moneyActions = {
  refund: 'Refund to the card',
  credit: 'Give credit for the next bill',
  'take-back': 'Take back unused credit',
  'pay-out': 'Pay out unused credit to the card',
  extend: 'Extend the current month',
  waive: 'Waive the open bill',
} as const
export type MoneyActionName = keyof typeof moneyActions

export const howMuches = {
  rest: 'All that is left',
  amount: 'An amount',
  lines: 'Some lines of the bill',
} as const

export const LONGEST_WORDS = 500

const options = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, displayValue]) => ({ value, displayValue }))

export const action = choice('What to do', options(moneyActions))
export const howMuch = choice('How much', options(howMuches))
export const amount = field('Amount in dollars', { required: true, maxLength: 12 })
export const days = field('Days', { required: true, isNumeric: true, maxLength: 2 })
export const reason = choice('Reason', options(refundReasons))
/** Recorded in the operators' log; the customer does not see it. */
export const words = lines('Why, in your own words', { required: true, maxLength: LONGEST_WORDS })

type Values = Readonly<Record<string, unknown>>
/** The actions on a paid bill. */
const ofBill: readonly unknown[] = ['refund', 'credit', 'take-back', 'pay-out'] satisfies MoneyActionName[]
export const givesBack = ({ action: name }: Values) => ofBill.includes(name)
/** Credit has no lines. */
export const takesBack = ({ action: name }: Values) => name === 'take-back' || name === 'pay-out'
const isPart = (values: Values, kind: string) => givesBack(values) && values.how_much === kind
const isFilled = (value: unknown) => typeof value === 'string' && value !== ''

/** The fields of each choice. */
export const moneyRules: FormRule[] = [
  { kind: 'holds', shownAt: 'bill', message: required, holds: (v) => !givesBack(v) || isFilled(v.bill) },
  {
    kind: 'holds',
    shownAt: 'how_much',
    message: required,
    holds: (v) => !givesBack(v) || isFilled(v.how_much),
  },
  {
    kind: 'holds',
    shownAt: 'how_much',
    message: 'Credit has no lines. Choose all of it, or an amount.',
    holds: (v) => !takesBack(v) || v.how_much !== 'lines',
  },
  { kind: 'holds', shownAt: 'reason', message: required, holds: (v) => !givesBack(v) || isFilled(v.reason) },
  {
    kind: 'holds',
    shownAt: 'amount',
    message: NOT_AN_AMOUNT,
    holds: (v) => !isPart(v, 'amount') || readAmount(String(v.amount)) !== undefined,
  },
  {
    kind: 'holds',
    shownAt: 'days',
    message: `Enter a number of days from 1 to ${EXTEND_AT_MOST_DAYS}.`,
    holds: (v) => v.action !== 'extend' || (Number(v.days) >= 1 && Number(v.days) <= EXTEND_AT_MOST_DAYS),
  },
]

const cents = z.number()

/** The preview of a money action, on the wire. */
export const moneyPreview: z.ZodMiniType<MoneyPreview> = z.object({
  says: z.string(),
  note: z.nullable(
    z.object({
      lines: z.array(z.object({ label: z.string(), cents })),
      taxCents: cents,
      totalCents: cents,
      goesTo: z.string(),
    }),
  ),
  bill: z.nullable(
    z.object({
      number: z.string(),
      isOpen: z.boolean(),
      totalCents: cents,
      leftBefore: cents,
      leftAfter: cents,
    }),
  ),
  month: z.nullable(z.object({ endsBefore: z.string(), endsAfter: z.string() })),
  next: z.nullable(z.object({ before: z.string(), after: z.string() })),
  mails: z.array(z.object({ to: z.string(), subject: z.string(), text: z.string() })),
  remarks: z.array(z.string()),
  valueCents: cents,
  facts: z.array(z.object({ name: z.string(), value: z.string() })),
})

export const countedMoney: z.ZodMiniType<CountedMoney> = z.object({
  valueCents: cents,
  givenCents: cents,
  givenDayCents: cents,
  limitCents: cents,
  limitDayCents: cents,
})

export type MoneyBill = {
  number: string
  paidOn: Day
  /** What was paid, by card and by credit. */
  totalCents: Cents
  /** The refundable rest. */
  leftCents: Cents
}

export type MoneyPageValues = {
  account: { number: string; company: string }
  /** The newest paid bills. */
  bills: MoneyBill[]
  /** The chosen bill, with what is left of each line. */
  bill: (MoneyBill & { lines: { position: number; label: string; leftCents: Cents }[] }) | null
  /** The actions available now; a sentence says why others are not. */
  offers: Record<MoneyActionName, string | null>
  /** The action preselected by the URL, if available. */
  chosen: MoneyActionName | null
  /** The account's remaining credit, of all bills together. */
  unusedCents: Cents
  /** Requests waiting for a second operator, newest first. */
  waiting: { id: number; says: string; askedBy: string; until: string }[]
  /** Refunds waiting for their payment to settle, newest first. One being sent cannot be withdrawn. */
  onceSettled: { id: number; amount: string; bill: string; until: string; isSent: boolean }[]
}

const MOST_LINES = 200
const MOST_FACTS = 20
const notAsShown = 'Send the names and values that the preview showed.'

const what = {
  number: exact(20, 'The account number'),
  action: text(action),
  bill: note(20, 'The number of the bill whose money goes back'),
  how_much: optionalText(howMuch),
  amount: optionalText(amount),
  lines: z._default(
    z
      .array(z.int({ error: ruleMessages.notAChoice }).check(z.gte(0, ruleMessages.notAChoice)), {
        error: ruleMessages.notAChoice,
      })
      .check(z.maxLength(MOST_LINES, ruleMessages.notAChoice)),
    [],
  ),
  days: optionalText(days),
  reason: optionalText(reason),
  words: text(words),
  /** For a card refund: not now, but once the payment has settled. */
  once_settled: z._default(z.boolean({ error: ruleMessages.notAFlag }), false),
}
const shown = {
  preview: moneyPreview,
  counted: countedMoney,
  needs_second: z.boolean(),
}
const outcome = z.object({
  data: z.object({
    id: z.number(),
    state: z.enum(['asked', 'agreed', 'declined', 'withdrawn', 'expired', 'done', 'failed']),
    says: z.string(),
    /** The number of the credit note, once it is issued. */
    note_number: z.nullable(z.string()),
    /** Until when a second operator can agree; empty if nobody has to. */
    expires: z.string(),
    /** It is sent once the payment has settled. */
    once_settled: z.boolean(),
    /** The bank refused it, and it can be sent once the payment has settled. */
    offers_later: z.boolean(),
  }),
})

export const previewMoney = deskCall({
  ...json,
  path: '/desk/api/money/preview/',
  who: 'money',
  body: z.object(what).check(...formChecks(moneyRules)),
  answer: z.object({ data: z.object(shown) }),
})

export const requestMoney = deskCall({
  ...json,
  path: '/desk/api/money/',
  who: 'money',
  body: z
    .object({
      ...what,
      order_key: orderKey(),
      seen: z._default(
        z
          .array(
            z.object(
              { name: exact(200, 'What was shown'), value: exact(2_000, 'As it was shown') },
              { error: notAsShown },
            ),
            { error: notAsShown },
          )
          .check(z.maxLength(MOST_FACTS, notAsShown)),
        [],
      ),
      needs_second: z.boolean({ error: ruleMessages.notAFlag }),
    })
    .check(...formChecks(moneyRules)),
  answer: outcome,
})

export const findMoneyOutcome = deskCall({
  ...json,
  path: '/desk/api/money/outcome/',
  who: 'money',
  body: z.object({ order_key: orderKey() }),
  answer: outcome,
})

export const withdrawRefund = deskCall({
  ...json,
  path: '/desk/api/money/withdraw/',
  who: 'money',
  body: z.object({
    number: exact(20, 'The account number'),
    refund: listed('The refund'),
    reason: text(withdrawalReason),
    key: orderKey(),
  }),
  answer: z.object({ data: z.object({ said: z.string() }) }),
})
