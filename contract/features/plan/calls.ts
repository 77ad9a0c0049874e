import * as z from 'zod/mini'
import { planShape } from '#contract/catalogue/plan-shape.ts'
import { accountCall } from '#contract/wire/call.ts'
import { json } from '#contract/wire/endpoint.ts'
import * as messages from '#contract/wire/rule-messages.ts'
import { orderKey, shownCents } from '#contract/wire/schema.ts'

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
