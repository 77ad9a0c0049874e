import * as z from 'zod/mini'
import { cardForm } from '#contract/fields/card-form.ts'
import { call } from '#contract/wire/call.ts'
import { json, read } from '#contract/wire/endpoint.ts'
import { balanceAnswer, declined, declinedOnFile, late, payment, shown } from './payment-parts.ts'

const signedOut = { status: 401, when: 'no one is signed in' } as const
const notAllowed = {
  status: 403,
  when: 'the role of the person does not allow it',
} as const

export const updateCard = call({
  summary: 'Change the card on file, and pay any open balance with it',
  ...json,
  path: '/rest/account/card/',
  stepUp: 'always',
  body: z.object({ ...cardForm, ...shown }),
  ...payment,
  refusals: [late, declined, signedOut, notAllowed],
})

export const payOpen = call({
  summary: 'Pay the open balance with the card on file',
  ...json,
  path: '/rest/account/pay/',
  body: z.object(shown),
  ...payment,
  refusals: [late, declinedOnFile, signedOut, notAllowed],
})

export const balance = call({
  summary: 'Get the open balance',
  ...read,
  errorKey: 'errors',
  path: '/rest/account/balance/',
  body: z.object({}),
  answer: balanceAnswer,
  refusals: [signedOut, notAllowed],
})
