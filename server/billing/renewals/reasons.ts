import type { DeclineReason, Refusal, VaultedCard } from '#server/ports/payments.ts'

/**
 * What a refusal means for the next automatic try. `never`: this card is not charged automatically again.
 * `payday`: when there is money in the account. `soon`: once within hours. `usual`: 1, 3, 5 and 7 days.
 */
export type RetryClass = 'never' | 'payday' | 'soon' | 'usual'

const classes: Record<DeclineReason, RetryClass> = {
  closed: 'never',
  lost: 'never',
  stolen: 'never',
  revoked: 'never',
  'do-not-retry': 'never',
  expired: 'never',
  'wrong-number': 'never',
  'insufficient-funds': 'payday',
  busy: 'soon',
  velocity: 'soon',
  'try-later': 'soon',
  declined: 'usual',
  'wrong-code': 'usual',
  'wrong-address': 'usual',
}

/** What the gateway calls final is final, whatever the reason. */
export function classOf({ reason, isHard }: Pick<Refusal, 'reason' | 'isHard'>): RetryClass {
  return isHard ? 'never' : classes[reason]
}

/** Whether a refusal for good is about the number, not about what was typed with it, such as a wrong date. */
export function isOfNumber(reason: DeclineReason): boolean {
  return reason === 'closed' || reason === 'lost' || reason === 'stolen' || reason === 'revoked'
}

/** The holder or the bank said so of the account, whatever the number of its card. */
const WHATEVER_THE_NUMBER: readonly DeclineReason[] = ['revoked', 'do-not-retry']

/** Whether a refusal for good is over, because the bank has given the card a new number or date. */
export function isLiftedByBank(reason: DeclineReason, told: 'number' | 'date'): boolean {
  return told === 'number' ? !WHATEVER_THE_NUMBER.includes(reason) : reason === 'expired'
}

/** Whether a refusal for good may be over, because the customer has typed what was wrong again. */
export function isLiftedByTyping(
  reason: DeclineReason,
  refused: Pick<VaultedCard, 'expiresMonth' | 'expiresYear'>,
  typed: Pick<VaultedCard, 'expiresMonth' | 'expiresYear'>,
): boolean {
  if (reason === 'expired')
    return 12 * typed.expiresYear + typed.expiresMonth > 12 * refused.expiresYear + refused.expiresMonth
  return reason === 'wrong-code' || reason === 'wrong-address'
}
