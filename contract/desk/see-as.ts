import * as z from 'zod/mini'
import type { Role } from '#contract/accounts/roles.ts'
import { accountNumber } from '#contract/fields/sign-in.ts'
import { json, read } from '#contract/wire/endpoint.ts'
import { choice } from '#contract/wire/field.ts'
import { listed, text } from '#contract/wire/schema.ts'
import { deskCall, reason } from './desk-call.ts'

export const viewedPerson = choice('Person', [])

export const viewEnded = 'This view has ended.'
export const notInView = 'This page is not part of the view.'
export const cannotSignIn =
  'This person cannot sign in while the account is in this state, so there are no pages to see.'
export const hasNotJoined = 'This person has not accepted the invitation yet. There are no pages to see.'
export const mustSetUpFactor =
  'This person must set up two-step verification before the pages open. There are no pages to see.'
export const notInAccount = 'This person is not in the account any more. Choose another one.'

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

export type SeeAsValues = {
  account: { number: string; company: string }
  people: {
    id: number
    name: string
    email: string
    role: Role
    /** Why this person has no pages to see. */
    obstacle: string | null
  }[]
  /** This browser's open view of this account. */
  view: View | null
}
