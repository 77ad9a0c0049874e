import * as z from 'zod/mini'
import { reason } from '#contract/desk/reason.ts'
import { accountNumber } from '#contract/fields/sign-in.ts'
import { call } from '#contract/wire/call.ts'
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

const mayNot = { status: 403, when: 'the role of the operator does not allow it' } as const
const signedOut = { status: 401, when: 'no operator is signed in' } as const

export const beginView = call({
  summary:
    "Begin to look at a person's account pages, read-only, for 15 minutes. Ends the operator's former view.",
  ...json,
  path: '/desk/api/see-as/',
  body: z.object({
    account_number: text(accountNumber),
    agent_id: listed('a person of the account'),
    reason: text(reason),
  }),
  answer: z.object({ data: z.object({ view }) }),
  refusals: [
    { status: 400, when: 'there is no reason, or the person has no pages to see' },
    signedOut,
    mayNot,
    { status: 404, when: 'there is no such account' },
  ],
})

export const readView = call({
  summary: 'Get the view that is open in this browser, if any',
  ...read,
  errorKey: 'errors',
  path: '/desk/api/see-as/',
  body: z.object({}),
  answer: z.object({ data: z.object({ view: z.nullable(view) }) }),
  refusals: [signedOut, mayNot],
})

export const endView = call({
  summary: 'End a view. One that has ended already stays as it is.',
  ...json,
  path: '/desk/api/see-as/end/',
  body: z.object({ view_id: listed('the view') }),
  answer: z.object({ data: z.object({ status: z.literal('ended') }) }),
  refusals: [signedOut, mayNot],
})
