import * as z from 'zod/mini'
import type { PricedPlan } from '#contract/accounts/account-values.ts'
import type { MoneyValues } from '#contract/billing/values.ts'
import type { Dialer } from '#contract/catalogue/dialers.ts'
import type { Cents } from '#contract/catalogue/money.ts'
import type { PriceList } from '#contract/catalogue/plan.ts'
import type { PlanMonth } from '#contract/catalogue/plan-change.ts'
import { planShape } from '#contract/catalogue/plan-shape.ts'
import { accountCall } from '#contract/wire/call.ts'
import { json } from '#contract/wire/endpoint.ts'
import * as messages from '#contract/wire/rule-messages.ts'
import { orderKey, shownCents } from '#contract/wire/schema.ts'

export type PlanValues = {
  plan: PricedPlan
  money: Pick<MoneyValues, 'card' | 'hold' | 'change'>
  /** The credit that pays first for what is due now. */
  creditCents: Cents
  prices: PriceList
  /** Who uses which dialer, to name those who would lose one. */
  dialers: Dialer[]
  /** The current month and today's date; null while the month is unpaid. */
  month: (PlanMonth & { today: string }) | null
  /** What was just done, if the URL announces it. */
  done: PlanNews | null
}

/** A reduction is planned for next month. */
export type PlanNews = 'changed' | 'planned' | 'kept' | 'hold-ended'

export const changePlan = accountCall({
  ...json,
  path: '/rest/account/plan/',
  who: 'change-plan',
  scopes: ['account'],
  names: 'nothing',
  stepUp: 'depends',
  body: z.object({
    ...planShape,
    /** The amounts the page showed, in cents: due now, and from next month on. */
    now_cents: shownCents(messages.required),
    next_cents: shownCents(messages.required),
    idempotency_key: orderKey(),
  }),
  answer: z.object({ data: z.object({ status: z.enum(['changed', 'confirming']) }) }),
  statusOf: ({ data }) => (data.status === 'confirming' ? 202 : 200),
})

export const keepPlan = accountCall({
  ...json,
  path: '/rest/account/plan/keep/',
  who: 'change-plan',
  scopes: ['account'],
  stepUp: { none: 'canceling never asks, and it can be undone' },
  names: 'nothing',
  body: z.object({}),
  answer: z.object({ data: z.object({ status: z.literal('done') }) }),
})
