import * as z from 'zod/mini'
import { LONGEST_HOLD_MONTHS } from '#contract/billing/cancel-reasons.ts'
import { email } from '#contract/fields/person.ts'
import { call } from '#contract/wire/call.ts'
import { json } from '#contract/wire/endpoint.ts'
import * as ruleMessages from '#contract/wire/rule-messages.ts'
import { count, exact, listed, orderKey, shownCents, text } from '#contract/wire/schema.ts'
import { reason } from '../reason.ts'
import { caller, whyCanceled } from './fields.ts'

/** What was done, in a sentence. */
const answer = z.object({ data: z.object({ done: z.string() }) })
const person = listed('The id of a person in the account')
/** Why, and the key of the form: sent twice, it is done once. */
const form = { reason: text(reason), key: orderKey() }
const about = { body: z.object({ agent_id: person, ...form }), answer }
const noPerson = { status: 404, when: 'there is no such account, or no such person in it' } as const
const notNow = { status: 400, when: 'the reason is missing, or it cannot be done now' } as const
const noAccount = { status: 404, when: 'there is no such account' } as const
/** As in 2026-11-15. */
const DAY_LENGTH = 10
const shownDay = exact(DAY_LENGTH, 'The day that the preview showed, such as 2026-12-15')
const forCaller = { caller: text(caller), ...form }
const otherNow = {
  status: 409,
  when: 'it is not what the preview showed, or the key was used for something else',
} as const
const otherForm = { status: 409, when: 'the key was used for something else' } as const

export const noteEmailWorks = call({
  summary: 'Note that the email of a person, or of the billing contact, works again',
  ...json,
  path: '/desk/api/accounts/:number/help/email-works/',
  body: z.object({ agent_id: z.optional(person), ...form }),
  answer,
  refusals: [notNow, noPerson, otherForm],
})

export const unlockSignIn = call({
  summary: 'Forget the wrong passwords and codes that were counted for a person',
  ...json,
  path: '/desk/api/accounts/:number/help/unlock/',
  ...about,
  refusals: [notNow, noPerson, otherForm],
})

export const endSessions = call({
  summary: 'Sign a person, or everyone in the account, out on all devices',
  ...json,
  path: '/desk/api/accounts/:number/help/sessions/',
  body: z.object({ agent_id: z.optional(person), ...form }),
  answer,
  refusals: [notNow, noPerson, otherForm],
})

export const sendResetLink = call({
  summary: 'Mail a person the link to set a new password',
  ...json,
  path: '/desk/api/accounts/:number/help/reset-link/',
  ...about,
  refusals: [notNow, noPerson, otherForm],
})

export const sendPayLink = call({
  summary: 'Mail the link to pay the open bill to those who pay',
  ...json,
  path: '/desk/api/accounts/:number/help/pay-link/',
  body: z.object({ ...form }),
  answer,
  refusals: [notNow, noAccount, otherForm],
})

export const recoverFactor = call({
  summary: 'Begin the waiting time after which a lost second factor is removed',
  ...json,
  path: '/desk/api/accounts/:number/help/recovery/',
  ...about,
  refusals: [notNow, noPerson, otherForm],
})

export const inviteForOwner = call({
  summary: 'Invite a person to the account as a user, for its owner',
  ...json,
  path: '/desk/api/accounts/:number/help/invite/',
  body: z.object({ email: text(email), ...form }),
  answer,
  refusals: [notNow, noAccount, otherForm],
})

export const askForHandOver = call({
  summary: 'Ask the owner and another person to agree to a new owner',
  ...json,
  path: '/desk/api/accounts/:number/help/hand-over/',
  ...about,
  refusals: [notNow, noPerson, otherForm],
})

export const withdrawHandOver = call({
  summary: 'Withdraw an open hand-over',
  ...json,
  path: '/desk/api/accounts/:number/help/withdraw-hand-over/',
  body: z.object({ ...form }),
  answer,
  refusals: [notNow, noAccount, otherForm],
})

export const resendInvitation = call({
  summary: 'Send an open or expired invitation again. The former link no longer works.',
  ...json,
  path: '/desk/api/accounts/:number/help/invitation/',
  ...about,
  refusals: [notNow, noPerson, otherForm],
})

export const cancelForCaller = call({
  summary: 'Cancel the subscription for somebody who calls',
  ...json,
  path: '/desk/api/accounts/:number/help/cancel/',
  body: z.object({ why: text(whyCanceled), ends_on: shownDay, ...forCaller }),
  answer,
  refusals: [notNow, noAccount, otherNow],
})

export const undoCancelForCaller = call({
  summary: 'Undo a cancellation for somebody who calls, until the end of the last day',
  ...json,
  path: '/desk/api/accounts/:number/help/undo-cancel/',
  body: z.object(forCaller),
  answer,
  refusals: [notNow, noAccount, otherForm],
})

export const holdForCaller = call({
  summary: 'Put the plan on hold from next month for somebody who calls',
  ...json,
  path: '/desk/api/accounts/:number/help/hold/',
  body: z.object({
    months: count(1, LONGEST_HOLD_MONTHS),
    from: shownDay,
    held_cents: shownCents(ruleMessages.required),
    ...forCaller,
  }),
  answer,
  refusals: [notNow, noAccount, otherNow],
})

export const endHoldForCaller = call({
  summary: 'End the hold for somebody who calls',
  ...json,
  path: '/desk/api/accounts/:number/help/end-hold/',
  body: z.object(forCaller),
  answer,
  refusals: [notNow, noAccount, otherForm],
})
