import type { CancellationReceipt, MoneyValues } from '#contract/billing/values.ts'

export type CancelValues = {
  money: Pick<MoneyValues, 'nextCharge' | 'open' | 'hold' | 'holdOffer' | 'cancellation'>
}

/** Null if the reference is unknown. */
export type CancellationValues = { receipt: CancellationReceipt | null }
