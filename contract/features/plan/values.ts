import type { PricedPlan } from '#contract/accounts/account-values.ts'
import type { MoneyValues } from '#contract/billing/values.ts'
import type { PriceList } from '#contract/catalogue/plan.ts'
import type { PlanMonth } from '#contract/catalogue/plan-change.ts'

export type PlanValues = {
  plan: PricedPlan
  money: Pick<MoneyValues, 'card' | 'hold' | 'change'>
  prices: PriceList
  /** The current month and today's date; null while the month is unpaid. */
  month: (PlanMonth & { today: string }) | null
}
