import * as z from 'zod/mini'
import { deskCall } from '#contract/desk/desk-call.ts'
import { reason } from '#contract/desk/reason.ts'
import { accountNumber } from '#contract/fields/sign-in.ts'
import { json, read } from '#contract/wire/endpoint.ts'
import { listed, text } from '#contract/wire/schema.ts'

const view = z.object({
  id: z.number(),
  account_number: z.string(),
  person: z.string(),
  email: z.string(),
  role: z.enum(['owner', 'admin', 'billing', 'user']),
  reason: z.string(),
  seconds_left: z.number(),
})
export type View = z.output<typeof view>

export const beginView = deskCall({
  ...json,
  path: '/desk/api/see-as/',
  who: 'help',
  body: z.object({
    account_number: text(accountNumber),
    agent_id: listed('a person of the account'),
    reason: text(reason),
  }),
  answer: z.object({ data: z.object({ view }) }),
})

export const readView = deskCall({
  ...read,
  errorKey: 'errors',
  path: '/desk/api/see-as/',
  who: 'help',
  body: z.object({}),
  answer: z.object({ data: z.object({ view: z.nullable(view) }) }),
})

export const endView = deskCall({
  ...json,
  path: '/desk/api/see-as/end/',
  who: 'help',
  body: z.object({ view_id: listed('the view') }),
  answer: z.object({ data: z.object({ status: z.literal('ended') }) }),
})
