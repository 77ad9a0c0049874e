import * as z from 'zod/mini'
import { LONGEST_HOLD_MONTHS } from '#contract/billing/cancel-reasons.ts'
import { deskCall } from '#contract/desk/desk-call.ts'
import { email } from '#contract/fields/person.ts'
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
/** As in 2026-11-15. */
const DAY_LENGTH = 10
const shownDay = exact(DAY_LENGTH, 'The day that the preview showed, such as 2026-12-15')
const forCaller = { caller: text(caller), ...form }

export const noteEmailWorks = deskCall({
  ...json,
  path: '/desk/api/accounts/:number/help/email-works/',
  who: 'help',
  body: z.object({ agent_id: z.optional(person), ...form }),
  answer,
})

export const unlockSignIn = deskCall({
  ...json,
  path: '/desk/api/accounts/:number/help/unlock/',
  who: 'help',
  ...about,
})

export const endSessions = deskCall({
  ...json,
  path: '/desk/api/accounts/:number/help/sessions/',
  who: 'help',
  body: z.object({ agent_id: z.optional(person), ...form }),
  answer,
})

export const sendResetLink = deskCall({
  ...json,
  path: '/desk/api/accounts/:number/help/reset-link/',
  who: 'help',
  ...about,
})

export const sendPayLink = deskCall({
  ...json,
  path: '/desk/api/accounts/:number/help/pay-link/',
  who: 'help',
  body: z.object({ ...form }),
  answer,
})

export const recoverFactor = deskCall({
  ...json,
  path: '/desk/api/accounts/:number/help/recovery/',
  who: 'help',
  ...about,
})

export const inviteForOwner = deskCall({
  ...json,
  path: '/desk/api/accounts/:number/help/invite/',
  who: 'help',
  body: z.object({ email: text(email), ...form }),
  answer,
})

export const askForHandOver = deskCall({
  ...json,
  path: '/desk/api/accounts/:number/help/hand-over/',
  who: 'help',
  ...about,
})

export const withdrawHandOver = deskCall({
  ...json,
  path: '/desk/api/accounts/:number/help/withdraw-hand-over/',
  who: 'help',
  body: z.object({ ...form }),
  answer,
})

export const resendInvitation = deskCall({
  ...json,
  path: '/desk/api/accounts/:number/help/invitation/',
  who: 'help',
  ...about,
})

export const cancelForCaller = deskCall({
  ...json,
  path: '/desk/api/accounts/:number/help/cancel/',
  who: 'cancel',
  body: z.object({ why: text(whyCanceled), ends_on: shownDay, ...forCaller }),
  answer,
})

export const undoCancelForCaller = deskCall({
  ...json,
  path: '/desk/api/accounts/:number/help/undo-cancel/',
  who: 'cancel',
  body: z.object(forCaller),
  answer,
})

export const holdForCaller = deskCall({
  ...json,
  path: '/desk/api/accounts/:number/help/hold/',
  who: 'cancel',
  body: z.object({
    months: count(1, LONGEST_HOLD_MONTHS),
    from: shownDay,
    held_cents: shownCents(ruleMessages.required),
    ...forCaller,
  }),
  answer,
})

export const endHoldForCaller = deskCall({
  ...json,
  path: '/desk/api/accounts/:number/help/end-hold/',
  who: 'cancel',
  body: z.object(forCaller),
  answer,
})
