import type { CountedItem, PersonValues, PricedPlan } from '#contract/accounts/account-values.ts'
import type { InvoiceRow, MoneyValues } from '#contract/billing/values.ts'

export type PayersOverview = {
  plan: PricedPlan
  money: Pick<MoneyValues, 'nextCharge' | 'card' | 'backup' | 'open' | 'hold' | 'cancellation' | 'change'>
  bills: InvoiceRow[]
}

export type OverviewValues = PersonValues & {
  items: CountedItem[]
  /** Billing data, so null for everyone who may not see bills. */
  ofPayer: PayersOverview | null
}
