import * as messages from '#contract/billing/messages.ts'
import type { DeclineReason } from '#server/ports/payments.ts'

/** The message for a declined charge. */
export function declineMessage(reason: DeclineReason): string {
  return isShort(reason) ? messages.cardShort : messages.cardDeclined
}

/** The message for a card that was declined when it was put on file without a charge. */
export function verifyDeclineMessage(reason: DeclineReason): string {
  return isShort(reason) ? messages.cardShortUnchanged : messages.cardNotApproved
}

/**
 * The message never reveals which card detail is wrong, because card testers would learn from it.
 * Insufficient funds are named, because only then can the same card work later: see docs/decisions/card-testing.md.
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
