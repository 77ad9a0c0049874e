import { EXTEND_AT_MOST_DAYS } from '#contract/billing/extension.ts'
import { NOT_AN_AMOUNT, readAmount } from '#contract/billing/read-amount.ts'
import { refundReasons } from '#contract/billing/refund-reasons.ts'
import { choice, field, lines } from '#contract/wire/field.ts'
import type { FormRule } from '#contract/wire/form-rules.ts'
import { required } from '#contract/wire/rule-messages.ts'

/** What can be done, in the words of the page. */
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
/** It stays in the log of what operators do; the customer does not see it. */
export const words = lines('Why, in your own words', { required: true, maxLength: LONGEST_WORDS })

type Values = Readonly<Record<string, unknown>>
/** What is done with a bill that was paid. */
const ofBill: readonly unknown[] = ['refund', 'credit', 'take-back', 'pay-out'] satisfies MoneyActionName[]
export const givesBack = ({ action: name }: Values) => ofBill.includes(name)
/** Credit has no lines of its own. */
export const takesBack = ({ action: name }: Values) => name === 'take-back' || name === 'pay-out'
const isPart = (values: Values, kind: string) => givesBack(values) && values.how_much === kind
const isFilled = (value: unknown) => typeof value === 'string' && value !== ''

/** What each choice asks for. */
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
