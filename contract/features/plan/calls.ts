import * as z from 'zod/mini'
import { planShape } from '#contract/catalogue/plan-shape.ts'
import { accountCall } from '#contract/wire/call.ts'
import { json } from '#contract/wire/endpoint.ts'
import * as messages from '#contract/wire/rule-messages.ts'
import { orderKey, shownCents } from '#contract/wire/schema.ts'

const signedOut = { status: 401, when: 'no one is signed in' } as const
const notAllowed = {
  status: 403,
  when: 'the role of the person does not allow it, or the account is not active',
} as const

export const changePlan = accountCall({
  summary:
    'Change the plan. Additions start now and are charged per remaining day. Removals start next month.',
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
  refusals: [
    { status: 202, when: 'the payment is being confirmed: repeat the call with the same key and body' },
    {
      status: 400,
      when: 'nothing changes, the amounts have changed (`outdated`), the account has more people than the plan would have seats, the plan is on hold or canceled, or the card was declined',
    },
    signedOut,
    notAllowed,
    {
      status: 409,
      when: 'the same key was used with a different body, or for another order: `data.status` is the status of that order (changed, confirming, refused)',
    },
  ],
})

export const keepPlan = accountCall({
  summary:
    'Undo the change planned for next month. For ten minutes, a repeated call is answered like the first.',
  ...json,
  path: '/rest/account/plan/keep/',
  who: 'change-plan',
  scopes: ['account'],
  stepUp: { none: 'canceling never asks, and it can be undone' },
  names: 'nothing',
  body: z.object({}),
  answer: z.object({ data: z.object({ status: z.literal('done') }) }),
  refusals: [
    { status: 400, when: 'no change is planned, or a payment for the plan is being confirmed' },
    signedOut,
    notAllowed,
  ],
})
