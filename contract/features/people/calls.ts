import * as z from 'zod/mini'
import { newPasswordChecks, newPasswordForm } from '#contract/fields/new-password-form.ts'
import { email, fullName } from '#contract/fields/person.ts'
import { currentPassword } from '#contract/fields/sign-in.ts'
import { call } from '#contract/wire/call.ts'
import { form, json } from '#contract/wire/endpoint.ts'
import { listed, optionalText, text } from '#contract/wire/schema.ts'

export const person = z.object({
  id: z.number(),
  /** Empty until an invited person has chosen a name. */
  name: z.string(),
  email: z.string(),
  role: z.enum(['owner', 'user']),
  status: z.string(),
  status_id: z.string(),
  has_joined: z.boolean(),
  /** When they joined, or until when their invitation is valid; formatted. */
  when: z.string(),
  is_you: z.boolean(),
})
export type Person = z.infer<typeof person>

const answer = z.object({ data: z.object({ people: z.array(person), seats: z.number() }) })
const signedOut = { status: 401, when: 'no one is signed in' } as const
const notTheOwner = { status: 403, when: 'the person who is signed in is not the owner' } as const
const somebody = z.object({ agent_id: listed('The id of a person in the account') })

export const invitePerson = call({
  summary: 'Invite a person to the account by email',
  ...json,
  path: '/rest/account/people/invite/',
  stepUp: 'always',
  body: z.object({ email: text(email) }),
  answer,
  refusals: [
    { status: 400, when: 'the email is malformed or in the account already, or all seats are taken' },
    signedOut,
    notTheOwner,
  ],
})

export const resendInvitation = call({
  summary: 'Send an open invitation again, with a new link',
  ...json,
  path: '/rest/account/people/resend/',
  body: somebody,
  answer,
  refusals: [signedOut, notTheOwner, { status: 404, when: 'the account has no such open invitation' }],
})

export const withdrawInvitation = call({
  summary: 'Withdraw an open invitation',
  ...json,
  path: '/rest/account/people/withdraw/',
  body: somebody,
  answer,
  refusals: [signedOut, notTheOwner, { status: 404, when: 'the account has no such open invitation' }],
})

export const removePerson = call({
  summary: 'Remove a person from the account, and end their sessions',
  ...json,
  path: '/rest/account/people/remove/',
  body: somebody,
  answer,
  refusals: [signedOut, notTheOwner, { status: 404, when: 'the account has no such user' }],
})

export const handOver = call({
  summary: 'Make another person the owner of the account',
  ...json,
  path: '/rest/account/people/hand-over/',
  stepUp: { password: 'password' },
  body: z.object({
    agent_id: listed('The id of a person in the account'),
    password: optionalText(currentPassword),
  }),
  answer,
  refusals: [
    { status: 400, when: 'the password is wrong, or the person has not joined yet' },
    signedOut,
    notTheOwner,
    { status: 404, when: 'the account has no such user' },
  ],
})

export const join = call({
  summary: 'Accept an invitation',
  ...form,
  path: '/rest/account/invitation/:linkToken/',
  body: z.object({ full_name: text(fullName), ...newPasswordForm }).check(...newPasswordChecks),
  answer: z.object({ data: z.object({ status: z.literal('joined') }) }),
  refusals: [
    { status: 400, when: 'the name is missing, or a password is too short or the two differ' },
    { status: 404, when: 'the invitation is unknown, withdrawn, replaced, used or expired' },
  ],
})
