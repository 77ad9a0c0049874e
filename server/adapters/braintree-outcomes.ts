import type { ChargeOutcome, DeclineReason, FoundCharge, Refusal, VaultOutcome } from '../ports/payments.ts'

type Answered = {
  status: string
  processorResponseCode?: string
  processorResponseType?: string
  networkResponseCode?: string
  merchantAdviceCode?: string
  gatewayRejectionReason?: string
}
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
      return { kind: 'declined', ...refusalOf(transaction) }
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

/** A refusal without a transaction is our own error, such as an unknown token. */
export function refusalOf(transaction: Answered | undefined): Refusal {
  const {
    processorResponseType: type,
    processorResponseCode: response,
    networkResponseCode: network,
    merchantAdviceCode: advice,
  } = transaction ?? {}
  const codes = Object.entries({ response, network, advice }).flatMap(([name, code]) =>
    code ? [`${name} ${code}`] : [],
  )
  return {
    reason: reasonOf(transaction),
    ...(type ? { isHard: type === 'hard_declined' } : {}),
    ...(codes.length > 0 ? { codes: codes.join(', ') } : {}),
  }
}

/** What the network advises comes first: it is the more exact. Mastercard's advice codes, Visa's response codes. */
function reasonOf(transaction: Answered | undefined): DeclineReason {
  const { merchantAdviceCode = '', networkResponseCode = '', processorResponseCode = '' } = transaction ?? {}
  return (
    advices[merchantAdviceCode] ??
    networkResponses[networkResponseCode] ??
    responses[processorResponseCode] ??
    (transaction?.gatewayRejectionReason === 'avs' ? 'wrong-address' : 'declined')
  )
}

const advices: Record<string, DeclineReason> = {
  '02': 'try-later',
  '03': 'do-not-retry',
  '21': 'revoked',
}

const networkResponses: Record<string, DeclineReason> = {
  R0: 'revoked',
  R1: 'revoked',
  R3: 'revoked',
  '41': 'lost',
  '43': 'stolen',
  '46': 'closed',
}

const responses: Record<string, DeclineReason> = {
  '2001': 'insufficient-funds',
  '2002': 'velocity',
  '2003': 'velocity',
  '2004': 'expired',
  '2005': 'wrong-number',
  '2006': 'expired',
  '2007': 'closed',
  '2008': 'wrong-number',
  '2009': 'wrong-number',
  '2010': 'wrong-code',
  '2012': 'lost',
  '2013': 'stolen',
  '2017': 'revoked',
  '2018': 'revoked',
  '2047': 'do-not-retry',
  '3000': 'busy',
}
