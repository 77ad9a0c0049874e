import * as z from 'zod/mini'
import { cardForm } from '#contract/fields/card-form.ts'
import { linkCall } from '#contract/wire/call.ts'
import { json, read } from '#contract/wire/endpoint.ts'
import { balanceAnswer, payingCard, payment, shown } from './billing.ts'

/** Separate from the account's calls, which people who pay by a link do not load. */
export const payByLink = linkCall({
  ...json,
  path: '/rest/pay/:linkToken/',
  body: z.object({ ...shown, ...payingCard }),
  ...payment,
})

export const payWithCardByLink = linkCall({
  ...json,
  path: '/rest/pay/:linkToken/card/',
  body: z.object({ ...cardForm, ...shown }),
  ...payment,
})

export const balanceOfLink = linkCall({
  ...read,
  errorKey: 'errors',
  path: '/rest/pay/:linkToken/balance/',
  body: z.object({}),
  answer: balanceAnswer,
})
