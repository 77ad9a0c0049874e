import type { PricedPlan } from '#contract/accounts/account-values.ts'
import type { CancellationReceipt, MoneyValues } from '#contract/billing/values.ts'

export type CancelValues = {
  plan: PricedPlan
  money: Pick<MoneyValues, 'nextCharge' | 'open' | 'hold' | 'cancellation'>
}

/** Null if the reference is unknown. */
export type CancellationValues = { receipt: CancellationReceipt | null }
