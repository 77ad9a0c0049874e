import type { CountedItem, PersonValues, PricedPlan } from '#contract/accounts/account-values.ts'
import type { InvoiceRow, MoneyValues } from '#contract/billing/values.ts'

export type OwnersOverview = {
  plan: PricedPlan
  money: Pick<MoneyValues, 'nextCharge' | 'card' | 'open' | 'hold' | 'cancellation' | 'change'>
  bills: InvoiceRow[]
}

export type OverviewValues = PersonValues & {
  items: CountedItem[]
  /** Billing data, so null for everyone but the owner. */
  ofOwner: OwnersOverview | null
}
