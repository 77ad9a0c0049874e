import type { DisputeState, GatewayNotice } from '../ports/payments.ts'
import { noticeFrom } from './gateway-notice.ts'

/** A dispute in a notification, with amounts in dollars and days as text. Empty values are null. */
export type BraintreeDispute = {
  id?: string | null
  transaction?: { id: string } | null
  amountDisputed?: string | null
  amount?: string | null
  amountWon?: string | null
  reason?: string | null
  dateOpened?: string | null
  receivedDate?: string | null
  replyByDate?: string | null
}

/**
 * A dispute that we or the gateway accepted, or that nobody answered in time, is lost. Evidence that was
 * sent, or is being reviewed by a bank, changes nothing yet.
 */
const states: Partial<Record<string, DisputeState>> = {
  dispute_opened: 'opened',
  dispute_won: 'won',
  dispute_lost: 'lost',
  dispute_accepted: 'lost',
  dispute_auto_accepted: 'lost',
  dispute_expired: 'lost',
}

export function disputeNoticeOf(
  kind: string,
  dispute: BraintreeDispute,
  timestamp: string | undefined,
): GatewayNotice | 'senseless' | null {
  const state = Object.hasOwn(states, kind) ? states[kind] : undefined
  if (!state) return null
  return noticeFrom({
    kind: 'dispute',
    state,
    reference: dispute.transaction?.id,
    dispute: dispute.id || undefined,
    amount: centsIn(dispute.amountDisputed || dispute.amount),
    won: state === 'won' && dispute.amountWon ? centsIn(dispute.amountWon) : undefined,
    reason: dispute.reason || undefined,
    openedOn: dispute.dateOpened || dispute.receivedDate || undefined,
    replyBy: dispute.replyByDate || undefined,
    at: timestamp,
  })
}

export function centsIn(dollars: string | null | undefined): number {
  return Math.round(Number(dollars ?? 0) * 100)
}
