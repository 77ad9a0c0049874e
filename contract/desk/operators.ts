import * as z from 'zod/mini'
import { json } from '#contract/wire/endpoint.ts'
import { choice, field } from '#contract/wire/field.ts'
import { text } from '#contract/wire/schema.ts'
import { deskCall, outcome, outcomeWithSecret, reason } from './desk-call.ts'
import { operatorRoleLabels, operatorRoleSays, operatorRoles } from './desk-roles.ts'

export const operatorEmail = field('Email', { required: true, isEmail: true, maxLength: 120 })
export const operatorName = field('Name', { required: true, maxLength: 80 })
export const operatorRole = choice(
  'Role',
  operatorRoles.map((value) => ({
    value,
    displayValue: `${operatorRoleLabels[value]}: ${operatorRoleSays[value]}`,
  })),
)

const operatorRow = z.object({
  id: z.number(),
  email: z.string(),
  name: z.string(),
  role: z.enum(operatorRoles),
  createdAt: z.string(),
  disabledAt: z.nullable(z.string()),
  /** Whether the person has chosen a password and set up a second factor. */
  hasBegun: z.boolean(),
  lastSeenAt: z.nullable(z.string()),
  isYou: z.boolean(),
})
export type OperatorListed = z.infer<typeof operatorRow>

export const operatorsValues = z.object({ rows: z.array(operatorRow) })
export type OperatorsValues = z.infer<typeof operatorsValues>

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
