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
  refusals: [
    { status: 202, when: 'the payment is being confirmed: repeat the call with the same key and body' },
    {
      status: 400,
      when: 'the 90 days are over, the total has changed (`outdated`), or the card was declined',
    },
    { status: 401, when: 'no one is signed in' },
    { status: 403, when: 'the role of the person does not allow it, or the account is past due' },
    {
      status: 409,
      when: 'the same key was used with a different body, or for another order: `data.status` is the status of that order (active, confirming, refused). Also `active` if the account is active already',
    },
  ],
} as const

export const reactivate = accountCall({
  summary: 'Reactivate an account with its former plan, paid with the card on file',
  ...json,
  path: '/rest/account/reactivate/',
  body: z.object(order),
  ...common,
  refusals: [...common.refusals],
})

export const reactivateWithCard = accountCall({
  summary: 'Reactivate an account with its former plan, paid with another card',
  ...json,
  path: '/rest/account/reactivate/card/',
  body: z.object({ ...cardForm, ...order }),
  ...common,
  refusals: [...common.refusals],
})
