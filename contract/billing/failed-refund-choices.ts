/** How an operator solves a refund that moved no money. */
export const failedRefundChoices = {
  again: 'Send it to the card again',
  credit: 'Give it as credit for the next bill',
  dismiss: 'Nothing more: it was settled in another way',
} as const
export type FailedRefundChoice = keyof typeof failedRefundChoices

export function failedRefundChoiceIn(text: string): FailedRefundChoice | undefined {
  return Object.hasOwn(failedRefundChoices, text) ? (text as FailedRefundChoice) : undefined
}
