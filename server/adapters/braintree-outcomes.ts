import type { ChargeOutcome, DeclineReason, FoundCharge, VaultOutcome } from '../ports/payments.ts'

type Answered = { status: string; processorResponseCode?: string; gatewayRejectionReason?: string }
export type Transaction = Answered & { id: string; refundedTransactionId?: string | null }
export type Verification = Answered & { creditCard?: { uniqueNumberIdentifier?: string } }

export function outcomeOf(transaction: Transaction): FoundCharge | ChargeOutcome {
  switch (transaction.status) {
    case 'authorized':
    case 'submitted_for_settlement':
    case 'settling':
    case 'settled':
    case 'settlement_pending':
    case 'settlement_confirmed':
      return { kind: 'paid', reference: transaction.id }
    case 'voided':
      return { kind: 'voided' }
    case 'processor_declined':
    case 'gateway_rejected':
    case 'failed':
    case 'settlement_declined':
    case 'authorization_expired':
      return { kind: 'declined', reason: reasonOf(transaction) }
    default:
      return { kind: 'unknown' }
  }
}

/**
 * A verification that never reached the bank says nothing about the card. With no verification at all, the
 * card itself was invalid.
 */
export function refusalOfVault(verification: Verification | undefined): VaultOutcome {
  const { status, creditCard } = verification ?? {}
  if (status === 'failed' || status === 'unrecognized') return { kind: 'unknown' }
  return {
    kind: 'declined',
    reason: reasonOf(verification),
    numberId: creditCard?.uniqueNumberIdentifier ?? null,
  }
}

export function reasonOf(transaction: Answered | undefined): DeclineReason {
  switch (transaction?.processorResponseCode) {
    case '2001':
      return 'insufficient-funds'
    case '2004':
      return 'expired'
    case '2005':
      return 'wrong-number'
    case '2010':
      return 'wrong-code'
    default:
      return transaction?.gatewayRejectionReason === 'avs' ? 'wrong-address' : 'declined'
  }
}
