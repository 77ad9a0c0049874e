import type { PricedPlan } from '#contract/accounts/account-values.ts'
import type { MoneyValues } from '#contract/billing/values.ts'
import type { Cents } from '#contract/catalogue/money.ts'
import type { PlanLine } from '#contract/catalogue/plan.ts'
import type { Option } from '#contract/wire/option.ts'

export type ReactivateValues = {
  firstName: string
  plan: PricedPlan
  money: Pick<MoneyValues, 'card' | 'reactivateBy'>
  /** The number of an account that signed up later with the same email. */
  newerPin: string | null
  /** The former plan at today's prices; empty once the account can no longer be reactivated. */
  newLines: PlanLine[]
  newTotalCents: Cents
  /** What of it is charged today, and what the account's credit pays. */
  due: { cents: Cents; creditCents: Cents }
  countries: Option[]
}
