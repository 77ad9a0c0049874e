/** Why money goes back. Operators choose one and add their own words. */
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
