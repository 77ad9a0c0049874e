import * as z from 'zod/mini'
import { outcome, outcomeWithSecret } from '#contract/desk/outcome.ts'
import { reason } from '#contract/desk/reason.ts'
import { deskRefusals } from '#contract/desk/refusals.ts'
import { call } from '#contract/wire/call.ts'
import { json } from '#contract/wire/endpoint.ts'
import { text } from '#contract/wire/schema.ts'
import { operatorEmail, operatorName, operatorRole } from './fields.ts'
import { operatorsValues } from './values.ts'

const operator = { email: text(operatorEmail), reason: text(reason) }
const refusals = [
  { status: 400, when: 'a field is missing or wrong' } as const,
  ...deskRefusals,
  { status: 404, when: 'there is no such operator' } as const,
  { status: 409, when: 'it would leave the desk without an admin' } as const,
]

export const inviteOperator = call({
  summary: 'Add an operator; the link they begin with is in this answer only',
  ...json,
  path: '/desk/api/operators/invite/',
  body: z.object({ ...operator, name: text(operatorName), role: text(operatorRole) }),
  answer: outcomeWithSecret(operatorsValues),
  refusals,
})

export const changeOperatorRole = call({
  summary: 'Give an operator another role',
  ...json,
  path: '/desk/api/operators/role/',
  body: z.object({ ...operator, role: text(operatorRole) }),
  answer: outcome(operatorsValues),
  refusals,
})

export const disableOperator = call({
  summary: 'Keep an operator out, and end their sessions',
  ...json,
  path: '/desk/api/operators/disable/',
  body: z.object(operator),
  answer: outcome(operatorsValues),
  refusals,
})

export const enableOperator = call({
  summary: 'Let a disabled operator begin again; the link is in this answer only',
  ...json,
  path: '/desk/api/operators/enable/',
  body: z.object(operator),
  answer: outcomeWithSecret(operatorsValues),
  refusals,
})

export const resetOperator = call({
  summary: 'Remove password and second factor of an operator; the link to begin again is in this answer only',
  ...json,
  path: '/desk/api/operators/reset/',
  body: z.object(operator),
  answer: outcomeWithSecret(operatorsValues),
  refusals,
})
