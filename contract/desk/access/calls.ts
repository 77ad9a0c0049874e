import * as z from 'zod/mini'
import { deskCall } from '#contract/desk/desk-call.ts'
import { outcome } from '#contract/desk/outcome.ts'
import { reason } from '#contract/desk/reason.ts'
import { accountNumber } from '#contract/fields/sign-in.ts'
import { json } from '#contract/wire/endpoint.ts'
import { text } from '#contract/wire/schema.ts'
import { accessValues } from './values.ts'

const body = z.object({ number: text(accountNumber), reason: text(reason) })
const answer = outcome(accessValues)
export const giveAccess = deskCall({
  ...json,
  path: '/desk/api/access/give/',
  who: 'administer',
  body,
  answer,
})

export const endAccess = deskCall({
  ...json,
  path: '/desk/api/access/end/',
  who: 'administer',
  body,
  answer,
})

export const markFraud = deskCall({
  ...json,
  path: '/desk/api/access/fraud/',
  who: 'money',
  body,
  answer,
})

export const undoFraud = deskCall({
  ...json,
  path: '/desk/api/access/fraud/undo/',
  who: 'money',
  body,
  answer,
})
