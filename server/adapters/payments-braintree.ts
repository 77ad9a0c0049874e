import braintree from 'braintree'
import { centsToDollars } from '#contract/catalogue/money.ts'
import { outsideTransactions } from '#server/platform/db/outside-transaction.ts'
import type { GatewayNotice, Payments } from '../ports/payments.ts'
import { agentWithDeadline } from './agent-with-deadline.ts'
import { type BraintreeDispute, centsIn, disputeNoticeOf } from './braintree-disputes.ts'
import {
  outcomeOf,
  refusalOf,
  refusalOfVault,
  type Transaction,
  type Verification,
} from './braintree-outcomes.ts'
import { cardReportIn } from './card-report.ts'
import { downloadReport } from './download-report.ts'
import { noticeFrom } from './gateway-notice.ts'

const GATEWAY_ANSWERS_WITHIN_MS = 15_000
const REPORT_WITHIN_MS = 60_000

export type BraintreeAccount = {
  environment: 'production' | 'sandbox' | { port: number }
  merchantId: string
  publicKey: string
  privateKey: string
}

/** Braintree has no idempotency keys: we send our key as the order id, and search by it to find the outcome. */
export function openBraintree(
  account: BraintreeAccount,
  {
    answersWithinMs = GATEWAY_ANSWERS_WITHIN_MS,
    reportWithinMs = REPORT_WITHIN_MS,
  }: { answersWithinMs?: number; reportWithinMs?: number } = {},
): Payments {
  const { environment } = account
  const gateway = new braintree.BraintreeGateway({ ...account, environment: environmentOf(environment) })
  // The SDK's timeout counts from the last byte, so an answer that trickles in would never time out.
  const customHttpAgent = agentWithDeadline(
    typeof environment === 'string' ? 'https' : 'http',
    answersWithinMs,
  )
  Object.assign(gateway.config, { customHttpAgent })

  async function searchByKey(key: string): Promise<Transaction[]> {
    const found: Transaction[] = []
    const results = gateway.transaction.search((search) => search.orderId().is(key))
    for await (const transaction of results as AsyncIterable<Transaction>) found.push(transaction)
    return found
  }

  return outsideTransactions({
    name: 'braintree',

    async vault(card, { verify = false, token: chosen } = {}) {
      const { billing } = card
      const creditCard = {
        number: card.number,
        cvv: card.cvv,
        cardholderName: card.holder,
        expirationMonth: String(card.expiresMonth).padStart(2, '0'),
        expirationYear: String(card.expiresYear),
        billingAddress: {
          streetAddress: billing.street,
          locality: billing.city,
          region: billing.region,
          postalCode: billing.postalCode,
          countryCodeAlpha2: billing.country,
        },
        ...(chosen ? { token: chosen } : {}),
        options: { verifyCard: verify },
      }
      try {
        const answer = await gateway.customer.create({ creditCard } as Parameters<
          typeof gateway.customer.create
        >[0])
        const vaulted = answer.success ? answer.customer.creditCards?.[0] : undefined
        if (!vaulted) return refusalOfVault((answer as { verification?: Verification }).verification)
        const { token, cardType, last4, uniqueNumberIdentifier } = vaulted
        const { expiresMonth, expiresYear } = card
        return {
          kind: 'vaulted',
          card: { token, brand: cardType, lastFour: last4, expiresMonth, expiresYear },
          numberId: uniqueNumberIdentifier || null,
        }
      } catch {
        return { kind: 'unknown' }
      }
    },

    async deleteCard(token) {
      try {
        await gateway.paymentMethod.delete(token)
      } catch (error) {
        // It had already been deleted.
        if ((error as { type?: string }).type !== 'notFoundError') throw error
      }
    },

    async charge({ key, token, amount, isRenewal }) {
      try {
        const answer = await gateway.transaction.sale({
          amount: centsToDollars(amount).toFixed(2),
          paymentMethodToken: token,
          orderId: key,
          transactionSource: isRenewal ? 'recurring' : 'recurring_first',
          options: { submitForSettlement: true },
        })
        if (answer.success) return { kind: 'paid', reference: answer.transaction.id }
        // A failure without a transaction is our own error (a bad amount, an unknown token): nothing was
        // charged.
        return { kind: 'declined', ...refusalOf(answer.transaction as Transaction | undefined) }
      } catch {
        return { kind: 'unknown' }
      }
    },

    async find(key) {
      // A refund made at the gateway may carry the order id of its charge.
      const charges = (await searchByKey(key)).filter(({ refundedTransactionId }) => !refundedTransactionId)
      const outcomes = charges.map(outcomeOf)
      // If several share one key, the one that moved money counts.
      return (
        outcomes.find(({ kind }) => kind === 'paid') ??
        outcomes.find(({ kind }) => kind === 'unknown') ??
        outcomes[0] ?? { kind: 'absent' }
      )
    },

    async void(reference) {
      const { status } = (await gateway.transaction.find(reference)) as Transaction
      if (status === 'voided') return { kind: 'voided' }
      if (hasSettled(status)) return { kind: 'settled' }
      const answer = await gateway.transaction.void(reference)
      if (answer.success) return { kind: 'voided' }
      throw new Error(`The charge ${reference} could not be voided: ${answer.message}`)
    },

    async refund({ key, reference, amount }) {
      // The SDK also accepts an order id here, which its types omit.
      const options = { amount: centsToDollars(amount).toFixed(2), orderId: key } as unknown as string
      try {
        const answer = await gateway.transaction.refund(reference, options)
        return answer.success ? { kind: 'refunded', reference: answer.transaction.id } : { kind: 'refused' }
      } catch {
        return { kind: 'unknown' }
      }
    },

    async findRefund(key) {
      const [refund] = await searchByKey(key)
      if (!refund) return { kind: 'absent' }
      const { kind } = outcomeOf(refund)
      if (kind === 'unknown') return { kind }
      return kind === 'paid' ? { kind: 'refunded', reference: refund.id } : { kind: 'refused' }
    },

    async readNotice({ signature, payload }) {
      const notification = await gateway.webhookNotification.parse(signature, payload).catch(() => undefined)
      return notification && noticeOf(notification as Notification)
    },

    async readCardReport({ link, on }) {
      const loopbackPort = typeof environment === 'object' ? environment.port : undefined
      return cardReportIn(await downloadReport(link, { loopbackPort, withinMs: reportWithinMs }), on)
    },
  })
}

type Notification = {
  kind: string
  timestamp?: string
  dispute?: BraintreeDispute
  transaction?: { id: string; amount?: string; refundedTransactionId?: string }
  accountUpdaterDailyReport?: { reportDate?: string; reportUrl?: string }
}

/**
 * Braintree sends notifications of disputes, of failed settlements and of its account updater's reports. A
 * refund is a transaction that names the refunded one.
 */
function noticeOf({
  kind,
  timestamp,
  dispute,
  transaction,
  accountUpdaterDailyReport: report,
}: Notification): GatewayNotice | 'senseless' | null {
  if (report) return noticeFrom({ kind: 'card-report', link: report.reportUrl, on: report.reportDate })
  if (dispute) return disputeNoticeOf(kind, dispute, timestamp)
  if (!transaction) return null
  const amount = centsIn(transaction.amount)
  const { id, refundedTransactionId: refunded } = transaction
  if (kind === 'transaction_settlement_declined')
    return refunded
      ? noticeFrom({ kind: 'refund-failed', reference: refunded, refund: id, amount })
      : noticeFrom({ kind: 'void', reference: id, amount })
  if (kind === 'transaction_settled' && refunded)
    return noticeFrom({ kind: 'refund', reference: refunded, refund: id, amount })
  return null
}

function environmentOf(environment: BraintreeAccount['environment']): braintree.Environment {
  if (environment === 'production') return braintree.Environment.Production
  if (environment === 'sandbox') return braintree.Environment.Sandbox
  const { port } = environment
  const Environment = braintree.Environment as unknown as new (...parts: unknown[]) => braintree.Environment
  return new Environment('127.0.0.1', port, `http://127.0.0.1:${port}`, false, '127.0.0.1')
}

function hasSettled(status: string): boolean {
  return status === 'settled' || status === 'settling'
}
