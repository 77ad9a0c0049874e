import type { PricedPlan } from '#contract/accounts/account-values.ts'
import type { MoneyValues } from '#contract/billing/values.ts'
import type { PlanLine } from '#contract/catalogue/plan.ts'
import type { Option } from '#contract/wire/option.ts'

export type ReactivateValues = {
  firstName: string
  plan: PricedPlan
  money: Pick<MoneyValues, 'card' | 'reactivateBy'>
  /** The number of an account that was signed up for later with the same email. */
  newerPin: string | null
  /** What was there at the prices of today; empty when it is too late. */
  newLines: PlanLine[]
  newTotalCents: number
  countries: Option[]
}
