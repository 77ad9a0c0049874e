import * as z from 'zod/mini'
import { cardForm } from '#contract/fields/card-form.ts'
import { accountCall } from '#contract/wire/call.ts'
import { json } from '#contract/wire/endpoint.ts'
import * as messages from '#contract/wire/rule-messages.ts'
import { orderKey, shownCents } from '#contract/wire/schema.ts'

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
