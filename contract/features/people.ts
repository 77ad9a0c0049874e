import * as z from 'zod/mini'
import type { StepUpWay } from '#contract/accounts/factors.ts'
import { roles } from '#contract/accounts/role-labels.ts'
import { type AssignableRole, assignableRoles, type Role } from '#contract/accounts/roles.ts'
import type { SentForm } from '#contract/accounts/sign-in.ts'
import { dialerKeys } from '#contract/catalogue/dialers.ts'
import { items, MOST_LICENCES } from '#contract/catalogue/plan.ts'
import { email } from '#contract/fields/person.ts'
import { currentPassword } from '#contract/fields/sign-in.ts'
import { accountCall } from '#contract/wire/call.ts'
import { json } from '#contract/wire/endpoint.ts'
import { choice } from '#contract/wire/field.ts'
import { count, listed, optionalText, text } from '#contract/wire/schema.ts'

export const role = choice(
  'Role',
  assignableRoles.map((value) => ({ value, displayValue: roles[value].label })),
)

/** Without a role, people join as users. */
export function assignableRoleOf(text: string): AssignableRole {
  return assignableRoles.find((one) => one === text) ?? 'user'
}

const dialer = choice(
  'Dialer',
  dialerKeys.map((value) => ({ value, displayValue: items[value].label })),
)

/** Someone with both is shown as `app`. */
const secondFactorKind = z.enum(['app', 'passkey', 'none'])
export type SecondFactorKind = z.infer<typeof secondFactorKind>

export const person = z.object({
  id: z.number(),
  /** Empty until an invited person has chosen a name. */
  name: z.string(),
  email: z.string(),
  role: z.enum(['owner', 'admin', 'billing', 'user']),
  status: z.string(),
  status_id: z.string(),
  has_joined: z.boolean(),
  /** When they joined, or until when their invitation is valid; formatted. */
  when: z.string(),
  is_you: z.boolean(),
  /** Shown only to the owner. */
  second_factor: z.optional(secondFactorKind),
})
export type Person = z.infer<typeof person>

/** A dialer of the plan, and who shares it. */
export const sharedDialer = z.object({
  item: z.enum(dialerKeys),
  place: z.number(),
  name: z.string(),
  people: z.array(z.object({ id: z.number(), name: z.string() })),
  /** The day on which a planned plan change ends it, formatted; empty if it stays. */
  ends: z.string(),
})
export type SharedDialer = z.infer<typeof sharedDialer>

const answer = z.object({
  data: z.object({ people: z.array(person), seats: z.number(), dialers: z.array(sharedDialer) }),
})
const somebody = z.object({ agent_id: listed('The id of a person in the account') })

export const invitePerson = accountCall({
  ...json,
  path: '/rest/account/people/invite/',
  who: 'manage-people',
  scopes: ['account'],
  names: 'nothing',
  stepUp: 'always',
  body: z.object({ email: text(email), role: optionalText(role) }),
  answer,
})

export const resendInvitation = accountCall({
  ...json,
  path: '/rest/account/people/resend/',
  who: 'manage-people',
  scopes: ['account'],
  stepUp: { none: 'it repeats what was confirmed' },
  names: { agent_id: 'invitation' },
  body: somebody,
  answer,
})

export const withdrawInvitation = accountCall({
  ...json,
  path: '/rest/account/people/withdraw/',
  who: 'manage-people',
  scopes: ['account'],
  stepUp: { none: 'it takes access away' },
  names: { agent_id: 'invitation' },
  body: somebody,
  answer,
})

export const removePerson = accountCall({
  ...json,
  path: '/rest/account/people/remove/',
  who: 'manage-people',
  scopes: ['account'],
  stepUp: { none: 'it takes access away' },
  names: { agent_id: 'person' },
  body: somebody,
  answer,
})

export const changeRole = accountCall({
  ...json,
  path: '/rest/account/people/role/',
  who: 'give-roles',
  scopes: ['account'],
  names: { agent_id: 'person' },
  stepUp: 'always',
  body: z.object({ agent_id: listed('The id of a person in the account'), role: text(role) }),
  answer,
})

export const handOver = accountCall({
  ...json,
  path: '/rest/account/people/hand-over/',
  who: 'hand-over',
  scopes: ['account'],
  names: { agent_id: 'person' },
  stepUp: { password: 'password' },
  body: z.object({
    agent_id: listed('The id of a person in the account'),
    password: optionalText(currentPassword),
  }),
  answer,
})

export const assignDialer = accountCall({
  ...json,
  path: '/rest/account/people/dialers/assign/',
  who: 'manage-people',
  scopes: ['account'],
  stepUp: { none: 'it gives no one access and moves no money' },
  names: { agent_id: 'person' },
  body: z.object({
    agent_id: listed('The id of a person in the account'),
    item: text(dialer),
    place: count(1, MOST_LICENCES),
  }),
  answer,
})

export const takeDialer = accountCall({
  ...json,
  path: '/rest/account/people/dialers/take/',
  who: 'manage-people',
  scopes: ['account'],
  stepUp: { none: 'it takes access away' },
  names: { agent_id: 'person' },
  body: z.object({ agent_id: listed('The id of a person in the account'), item: text(dialer) }),
  answer,
})

/** The people in the account, the number of seats in the plan, and who uses which dialer. */
export type PeopleValues = { people: Person[]; seats: number; dialers: SharedDialer[] }

export type Invitation = { email: string; company: string; pin: string; inviterName: string; role: Role }

export type InvitationValues = {
  linkToken: string
  /** Null if the link is invalid: unknown, withdrawn, replaced, used or expired. */
  invitation: Invitation | null
  wasUsed: boolean
  sent?: SentForm & { fullName?: string; isDone?: boolean }
}

/** A hand-over requested by support, as one of the two people sees it. */
export type HandOverOffer = {
  company: string
  pin: string
  formerName: string
  nextName: string
  isFormer: boolean
  hasAgreed: boolean
  hasOtherAgreed: boolean
  /** Formatted. */
  until: string
}

export type HandOverValues = {
  linkToken: string
  state:
    | ({ kind: 'asks' } & HandOverOffer)
    /** People with a second factor show it first: the link alone is not enough for them. */
    | ({ kind: 'sign-in' } & HandOverOffer)
    /** Signed in, but without a recent confirmation. */
    | ({ kind: 'confirm'; ways: StepUpWay[] } & HandOverOffer)
    | {
        kind: 'done' | 'refused' | 'withdrawn' | 'expired' | 'account-ended'
        company: string
        nextName: string
      }
    | { kind: 'unknown' }
    | { kind: 'later'; text: string }
}
