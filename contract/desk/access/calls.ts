import * as z from 'zod/mini'
import { outcome } from '#contract/desk/outcome.ts'
import { reason } from '#contract/desk/reason.ts'
import { deskRefusals } from '#contract/desk/refusals.ts'
import { accountNumber } from '#contract/fields/sign-in.ts'
import { call } from '#contract/wire/call.ts'
import { json } from '#contract/wire/endpoint.ts'
import { text } from '#contract/wire/schema.ts'
import { accessValues } from './values.ts'

const body = z.object({ number: text(accountNumber), reason: text(reason) })
const answer = outcome(accessValues)
const refusals = [
  { status: 400, when: 'there is no reason' } as const,
  ...deskRefusals,
  { status: 404, when: 'there is no such account' } as const,
  { status: 409, when: 'what the account is stands against it' } as const,
]

export const giveAccess = call({
  summary: 'Make the plan of an account free of charge',
  ...json,
  path: '/desk/api/access/give/',
  body,
  answer,
  refusals,
})

export const endAccess = call({
  summary: 'End free access: the plan is charged from the next month on',
  ...json,
  path: '/desk/api/access/end/',
  body,
  answer,
  refusals,
})

export const markFraud = call({
  summary: 'Close an account for fraud',
  ...json,
  path: '/desk/api/access/fraud/',
  body,
  answer,
  refusals,
})

export const undoFraud = call({
  summary: 'Remove a fraud mark',
  ...json,
  path: '/desk/api/access/fraud/undo/',
  body,
  answer,
  refusals,
})
