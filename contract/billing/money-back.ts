import type { Cents } from '#contract/catalogue/money.ts'

/** The reasons for a refund. Operators choose one and add a comment. */
export const refundReasons = {
  'not-used': 'The service was not used',
  'charged-twice': 'Charged twice',
  'wrong-amount': 'The amount was wrong',
  'service-failed': 'The service did not work',
  'canceled-late': 'Meant to cancel earlier',
  goodwill: 'Goodwill',
  other: 'Another reason',
} as const
export type RefundReason = keyof typeof refundReasons

export function refundReasonIn(text: string | undefined): RefundReason | undefined {
  return text !== undefined && Object.hasOwn(refundReasons, text) ? (text as RefundReason) : undefined
}

/** How an operator resolves a refund that moved no money. */
export const failedRefundChoices = {
  again: 'Send it to the card again',
  credit: 'Give it as credit for the next bill',
  dismiss: 'Nothing more: it was settled in another way',
} as const
export type FailedRefundChoice = keyof typeof failedRefundChoices

export function failedRefundChoiceIn(text: string): FailedRefundChoice | undefined {
  return Object.hasOwn(failedRefundChoices, text) ? (text as FailedRefundChoice) : undefined
}

export const NOT_AN_AMOUNT = 'Enter an amount in dollars, such as 12.50.'

/** An amount as an operator types it: 12, 12.50 or $12.50. */
export function readAmount(text: string): Cents | undefined {
  const [, dollars, cents = '00'] = /^\$?(\d{1,6})(?:\.(\d\d))?$/.exec(text.trim()) ?? []
  return dollars === undefined ? undefined : Number(dollars) * 100 + Number(cents)
}

/** The maximum number of days by which a paid month can be extended at a time. */
export const EXTEND_AT_MOST_DAYS = 31

/** The maximum length of the gateway's payment reference. */
export const GATEWAY_REFERENCE_AT_MOST = 100
