import type { EnvironmentReader } from './environment.ts'
import type { SettingName } from './settings.ts'

export function readBraintree(read: EnvironmentReader) {
  const merchantId = read.optional('BRAINTREE_MERCHANT_ID')
  if (!merchantId) {
    const others: SettingName[] = ['BRAINTREE_PUBLIC_KEY', 'BRAINTREE_PRIVATE_KEY', 'BRAINTREE_ENVIRONMENT']
    read.useless(others, 'BRAINTREE_MERCHANT_ID')
    return undefined
  }
  return {
    merchantId,
    environment: read.choice('BRAINTREE_ENVIRONMENT', ['production', 'sandbox'], 'production'),
    publicKey: read.needed('BRAINTREE_PUBLIC_KEY', 'Braintree shows it next to the merchant id.'),
    privateKey: read.needed('BRAINTREE_PRIVATE_KEY', 'Braintree shows it next to the merchant id.'),
  }
}

/**
 * The sandbox approves every test card and takes no money, so with a persistent database it must be requested
 * explicitly.
 */
export function judgeSandbox(
  read: EnvironmentReader,
  given: { isProduction: boolean; hasBraintree: boolean; isOnPostgres: boolean },
): void {
  const isAskedFor = read.flag('SANDBOX_PAYMENTS', false)
  if (isAskedFor && given.hasBraintree)
    read.complain(
      'SANDBOX_PAYMENTS=yes and BRAINTREE_MERCHANT_ID cannot be used together. Leave one of them out.',
    )
  if (given.isProduction || given.hasBraintree || !given.isOnPostgres) return
  if (isAskedFor)
    read.notice('SANDBOX_PAYMENTS=yes: payments go to the sandbox gateway, and no money is charged.')
  else
    read.complain(
      'DATABASE_URL is set without a payment gateway. Set BRAINTREE_MERCHANT_ID, or set SANDBOX_PAYMENTS=yes to test with a gateway that charges no money.',
    )
}

/** Vaulting the card and charging it: each ends within 15 s (adapters/payments-braintree.ts). */
const BRAINTREE_ANSWERS_WITHIN_SECONDS = 30

/**
 * The gateway's own timeout plus a margin. After that, the gateway is queried about an unfinished order. If
 * it does not know the charge, the order is dropped, but not within that time after the charge was sent: it
 * may still be in transit.
 */
export function readSettleSeconds(read: EnvironmentReader, isBraintree: boolean): number {
  const least = isBraintree ? BRAINTREE_ANSWERS_WITHIN_SECONDS + 5 : 1
  return read.number('SETTLE_SECONDS', 45, { least, most: 3600 })
}
