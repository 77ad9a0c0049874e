import * as z from 'zod/mini'
import { deskCall } from '#contract/desk/desk-call.ts'
import { outcome, outcomeWithSecret } from '#contract/desk/outcome.ts'
import { reason } from '#contract/desk/reason.ts'
import { json } from '#contract/wire/endpoint.ts'
import { text } from '#contract/wire/schema.ts'
import { operatorEmail, operatorName, operatorRole } from './fields.ts'
import { operatorsValues } from './values.ts'

const operator = { email: text(operatorEmail), reason: text(reason) }
export const inviteOperator = deskCall({
  ...json,
  path: '/desk/api/operators/invite/',
  who: 'administer',
  body: z.object({ ...operator, name: text(operatorName), role: text(operatorRole) }),
  answer: outcomeWithSecret(operatorsValues),
})

export const changeOperatorRole = deskCall({
  ...json,
  path: '/desk/api/operators/role/',
  who: 'administer',
  body: z.object({ ...operator, role: text(operatorRole) }),
  answer: outcome(operatorsValues),
})

export const disableOperator = deskCall({
  ...json,
  path: '/desk/api/operators/disable/',
  who: 'administer',
  body: z.object(operator),
  answer: outcome(operatorsValues),
})

export const enableOperator = deskCall({
  ...json,
  path: '/desk/api/operators/enable/',
  who: 'administer',
  body: z.object(operator),
  answer: outcomeWithSecret(operatorsValues),
})

export const resetOperator = deskCall({
  ...json,
  path: '/desk/api/operators/reset/',
  who: 'administer',
  body: z.object(operator),
  answer: outcomeWithSecret(operatorsValues),
})
