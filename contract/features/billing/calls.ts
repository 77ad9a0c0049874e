import * as z from 'zod/mini'
import { everyScope } from '#contract/accounts/roles.ts'
import { cardForm } from '#contract/fields/card-form.ts'
import { accountCall } from '#contract/wire/call.ts'
import { json, read } from '#contract/wire/endpoint.ts'
import { balanceAnswer, declined, declinedOnFile, late, payment, shown } from './payment-parts.ts'

const signedOut = { status: 401, when: 'no one is signed in' } as const
const notAllowed = {
  status: 403,
  when: 'the role of the person does not allow it',
} as const

export const updateCard = accountCall({
  summary: 'Change the card on file, and pay any open balance with it',
  ...json,
  path: '/rest/account/card/',
  who: 'billing',
  scopes: everyScope,
  names: 'nothing',
  stepUp: 'always',
  body: z.object({ ...cardForm, ...shown }),
  ...payment,
  refusals: [late, declined, signedOut, notAllowed],
})

export const payOpen = accountCall({
  summary: 'Pay the open balance with the card on file',
  ...json,
  path: '/rest/account/pay/',
  who: 'billing',
  scopes: everyScope,
  stepUp: { none: 'it pays what is owed, with the card on file' },
  names: 'nothing',
  body: z.object(shown),
  ...payment,
  refusals: [late, declinedOnFile, signedOut, notAllowed],
})

export const balance = accountCall({
  summary: 'Get the open balance',
  ...read,
  errorKey: 'errors',
  path: '/rest/account/balance/',
  who: 'billing',
  scopes: everyScope,
  stepUp: { none: 'it only reads' },
  names: 'nothing',
  body: z.object({}),
  answer: balanceAnswer,
  refusals: [signedOut, notAllowed],
})
