import * as messages from '#contract/billing/messages.ts'
import type { DeclineReason } from '#server/ports/payments.ts'

/** Why the bank took no money, as the person is told it. */
export function declineMessage(reason: DeclineReason): string {
  return isShort(reason) ? messages.cardShort : messages.cardDeclined
}

/** The same of a card that was to be put on file, and not to be charged. */
export function verifyDeclineMessage(reason: DeclineReason): string {
  return isShort(reason) ? messages.cardShortUnchanged : messages.cardNotApproved
}

/**
 * Which detail of a card is wrong is never told: a card tester would learn it. That money is missing is, since only
 * then it helps to come back with the same card: see docs/decisions/0055.
 */
function isShort(reason: DeclineReason): boolean {
  switch (reason) {
    case 'insufficient-funds':
      return true
    case 'declined':
    case 'expired':
    case 'wrong-number':
    case 'wrong-code':
    case 'wrong-address':
      return false
  }
}
