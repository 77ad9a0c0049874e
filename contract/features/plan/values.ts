import type { PricedPlan } from '#contract/accounts/account-values.ts'
import type { MoneyValues } from '#contract/billing/values.ts'
import type { Dialer } from '#contract/catalogue/dialers.ts'
import type { Cents } from '#contract/catalogue/money.ts'
import type { PriceList } from '#contract/catalogue/plan.ts'
import type { PlanMonth } from '#contract/catalogue/plan-change.ts'

export type PlanValues = {
  plan: PricedPlan
  money: Pick<MoneyValues, 'card' | 'hold' | 'change'>
  /** What pays first for what is due now. */
  creditCents: Cents
  prices: PriceList
  /** Who uses which dialer, to say whose is given up. */
  dialers: Dialer[]
  /** The current month and today's date; null while the month is unpaid. */
  month: (PlanMonth & { today: string }) | null
  /** What was done just now, if the URL announces it. */
  done: PlanNews | null
}

/** A reduction is planned: it comes with the next month. */
export type PlanNews = 'changed' | 'planned' | 'kept' | 'hold-ended'
