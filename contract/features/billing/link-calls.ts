import * as z from 'zod/mini'
import { cardForm } from '#contract/fields/card-form.ts'
import { linkCall } from '#contract/wire/call.ts'
import { json, read } from '#contract/wire/endpoint.ts'
import { balanceAnswer, declined, declinedOnFile, late, payment, shown } from './payment-parts.ts'

const oldLink = { status: 404, when: 'the link is unknown or has expired' } as const

/** Apart from the calls of the account, which whoever pays by a link does not load. */
export const payByLink = linkCall({
  summary: 'Pay the open balance with the card on file, using an emailed link',
  ...json,
  path: '/rest/pay/:linkToken/',
  body: z.object(shown),
  ...payment,
  refusals: [late, declinedOnFile, oldLink],
})

export const payWithCardByLink = linkCall({
  summary: 'Pay the open balance with another card, using an emailed link',
  ...json,
  path: '/rest/pay/:linkToken/card/',
  body: z.object({ ...cardForm, ...shown }),
  ...payment,
  refusals: [late, declined, oldLink],
})

export const balanceOfLink = linkCall({
  summary: 'Get the open balance, using an emailed link',
  ...read,
  errorKey: 'errors',
  path: '/rest/pay/:linkToken/balance/',
  body: z.object({}),
  answer: balanceAnswer,
  refusals: [oldLink],
})
