import * as z from 'zod/mini'
import { cancelReason, LONGEST_HOLD_MONTHS } from '#contract/billing/cancel-reasons.ts'
import type { Day } from '#contract/calendar/billing-dates.ts'
import { FACTOR_RECOVERY_HOURS, FACTOR_RECOVERY_HOURS_AFTER_RESET } from '#contract/calendar/lifetimes.ts'
import type { Cents } from '#contract/catalogue/money.ts'
import { email } from '#contract/fields/person.ts'
import { json } from '#contract/wire/endpoint.ts'
import { field } from '#contract/wire/field.ts'
import * as ruleMessages from '#contract/wire/rule-messages.ts'
import { count, exact, listed, orderKey, shownCents, text } from '#contract/wire/schema.ts'
import { deskCall, reason } from './desk-call.ts'
import type { DeskPermission } from './desk-roles.ts'

/** What operators can do for the people of an account: its name in a link, and as text. */
export const actions = {
  'email-works': 'Note that an email works again',
  unlock: 'Let a person try to sign in again',
  sessions: 'End sessions',
  'reset-link': 'Send a link to set a new password',
  'pay-link': 'Send a link to pay the open bill',
  recovery: `Remove a lost second factor after ${FACTOR_RECOVERY_HOURS} or ${FACTOR_RECOVERY_HOURS_AFTER_RESET} hours`,
  invite: 'Invite a person',
  invitation: 'Send an invitation again',
  'hand-over': 'Hand the account over to another person',
  'withdraw-hand-over': 'Withdraw the hand-over',
  cancel: 'Cancel the subscription',
  'undo-cancel': 'Undo the cancellation',
  hold: 'Put the plan on hold',
  'end-hold': 'End the hold',
} as const
export type Action = keyof typeof actions

/** Actions for a caller: the caller is named, and the owner gets an email. */
export const actionsForCaller = ['cancel', 'undo-cancel', 'hold', 'end-hold'] as const satisfies Action[]
export type ActionForCaller = (typeof actionsForCaller)[number]

export function isForCaller(action: Action): action is ActionForCaller {
  return actionsForCaller.some((one) => one === action)
}

export function permissionOf(action: Action): DeskPermission {
  return isForCaller(action) ? 'cancel' : 'help'
}

export function actionIn(text: string | undefined): Action | undefined {
  return text !== undefined && Object.hasOwn(actions, text) ? (text as Action) : undefined
}

/** As given by the caller, unverified. */
export const caller = field('Who is calling', {
  required: true,
  maxLength: 120,
  requiredMessage: 'Enter the name that the caller gave',
})
export const whyCanceled = { ...cancelReason, label: 'Why do they want to cancel?' }

export const personGone = 'This person is no longer in the account. Reload the page.'
export const notJoined = 'This person has not joined the account yet.'
export const ownsAlready = 'This person already owns the account.'
export const hasJoined = 'This person has already joined the account.'
export const nobodyFits = 'There is nobody in the account for whom this can be done.'
export const nothingToSave = 'On hold, this plan would cost as much as now.'
export const alreadyCanceled = (lastDay: string, reference: string) =>
  `The subscription is already canceled and runs through ${lastDay}. Reference number: ${reference}.`
export const endedByCancellation = (lastDay: string, reference: string) =>
  `The subscription was canceled and has ended. Its last day was ${lastDay}. Reference number: ${reference}.`
export const nothingPaused = 'No hold is open that could be ended.'
export const nothingToPay = 'The account has no bill that can be paid now.'
export const noFactor = 'This person has neither an authenticator app nor a passkey.'
/** `when`: the moment at which it ends. */
export const recoveryRuns = (when: string) =>
  `This was already requested. The second factor will be removed on ${when}.`
export const notBounced = 'No email to this person has bounced.'
export const contactNotBounced = 'No email to the billing contact has bounced.'

export type HelpPerson = {
  id: number
  name: string
  email: string
  role: string
  hasJoined: boolean
  /** Why the action is unavailable for this person. */
  why: string | null
}

/**
 * The previewed values, so that nothing else is done: when it ends or begins, and the price of a month on
 * hold.
 */
export type ShownBefore = { ends_on?: Day; from?: Day; held_cents?: Cents }

export type Preview =
  /** A person, an email or a time has to be chosen first. */
  | { kind: 'choose' }
  | { kind: 'can'; happens: string[]; shown?: ShownBefore }
  | { kind: 'cannot'; why: string }

/** `why`: unavailable now. */
export type OfferedAction = { action: Action; why: string | null }

export type HelpValues = {
  number: string
  company: string
  action: Action | null
  /** The actions for the chosen person or, without one, for the account. Empty once one is chosen. */
  actions: OfferedAction[]
  /** The people of the account, if one has to be chosen. */
  people: HelpPerson[]
  person: HelpPerson | null
  /** The billing contact, if there is one. `why`: the action is unavailable for it. */
  contact: { email: string; why: string | null } | null
  /** For how many months the plan goes on hold, once that is chosen. */
  months: number | null
  preview: Preview
}

/** What was done, as a sentence. */
const answer = z.object({ data: z.object({ done: z.string() }) })
const person = listed('The id of a person in the account')
/** The reason, and the form's idempotency key. */
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
