import * as z from 'zod/mini'
import { everyScope } from '#contract/accounts/roles.ts'
import { cardForm } from '#contract/fields/card-form.ts'
import { accountCall } from '#contract/wire/call.ts'
import { json, read } from '#contract/wire/endpoint.ts'
import { balanceAnswer, payment, shown } from './payment-parts.ts'

export const updateCard = accountCall({
  ...json,
  path: '/rest/account/card/',
  who: 'billing',
  scopes: everyScope,
  names: 'nothing',
  stepUp: 'always',
  body: z.object({ ...cardForm, ...shown }),
  ...payment,
})

export const payOpen = accountCall({
  ...json,
  path: '/rest/account/pay/',
  who: 'billing',
  scopes: everyScope,
  stepUp: { none: 'it pays what is owed, with the card on file' },
  names: 'nothing',
  body: z.object(shown),
  ...payment,
})

export const balance = accountCall({
  ...read,
  errorKey: 'errors',
  path: '/rest/account/balance/',
  who: 'billing',
  scopes: everyScope,
  stepUp: { none: 'it only reads' },
  names: 'nothing',
  body: z.object({}),
  answer: balanceAnswer,
})
