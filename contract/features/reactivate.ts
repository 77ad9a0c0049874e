import * as z from 'zod/mini'
import type { PricedPlan } from '#contract/accounts/account-values.ts'
import type { MoneyValues } from '#contract/billing/values.ts'
import type { Cents } from '#contract/catalogue/money.ts'
import type { PlanLine } from '#contract/catalogue/plan.ts'
import { cardForm } from '#contract/fields/card-form.ts'
import { accountCall } from '#contract/wire/call.ts'
import { json } from '#contract/wire/endpoint.ts'
import type { Option } from '#contract/wire/option.ts'
import * as messages from '#contract/wire/rule-messages.ts'
import { orderKey, shownCents } from '#contract/wire/schema.ts'

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

const order = { total_cents: shownCents(messages.required), idempotency_key: orderKey() }
const answer = z.object({ data: z.object({ status: z.enum(['active', 'confirming']) }) })
const common = {
  answer,
  who: 'end-account',
  // After the payment the account is active, and a repeated request must still be answered.
  scopes: ['account', 'reactivation'],
  stepUp: 'depends',
  names: 'nothing',
  statusOf: ({ data }: z.output<typeof answer>) => (data.status === 'confirming' ? 202 : 200),
} as const

export const reactivate = accountCall({
  ...json,
  path: '/rest/account/reactivate/',
  body: z.object(order),
  ...common,
})

export const reactivateWithCard = accountCall({
  ...json,
  path: '/rest/account/reactivate/card/',
  body: z.object({ ...cardForm, ...order }),
  ...common,
})
