import * as z from 'zod/mini'
import { everyScope } from '#contract/accounts/roles.ts'
import { cancelDetails, cancelReason, LONGEST_HOLD_MONTHS } from '#contract/billing/cancel-reasons.ts'
import { accountCall } from '#contract/wire/call.ts'
import { json } from '#contract/wire/endpoint.ts'
import * as messages from '#contract/wire/rule-messages.ts'
import { count, exact, shownCents, text } from '#contract/wire/schema.ts'

const signedOut = { status: 401, when: 'no one is signed in' } as const
const notAllowed = {
  status: 403,
  when: 'the role of the person does not allow it, or the account has ended',
} as const
/** After the end, a repeated cancellation is answered. */
const otherRole = { status: 403, when: 'the role of the person does not allow it' } as const
/** As in 2026-11-15. */
const DAY_LENGTH = 10
const done = z.object({ data: z.object({ status: z.literal('done') }) })

export const cancel = accountCall({
  summary: 'Cancel the subscription. A repeated call returns the same receipt.',
  ...json,
  path: '/rest/account/cancel/',
  who: 'end-account',
  // After the end, a repeated call is answered with the same receipt.
  scopes: everyScope,
  stepUp: { none: 'canceling never asks, and it can be undone' },
  names: 'nothing',
  body: z.object({ reason: text(cancelReason), details: text(cancelDetails) }),
  answer: z.object({
    data: z.object({
      reference: z.string(),
      last_day: z.string(),
      /** A month was unpaid, so the account has ended already. */
      has_ended: z.boolean(),
    }),
  }),
  refusals: [
    {
      status: 400,
      when: 'no reason is given, a payment is being confirmed right now, or there is nothing to cancel',
    },
    signedOut,
    otherRole,
  ],
})

export const undoCancel = accountCall({
  summary: 'Undo a cancellation, until the end of the last day',
  ...json,
  path: '/rest/account/cancel/undo/',
  who: 'end-account',
  scopes: ['account'],
  stepUp: { none: 'canceling never asks, and it can be undone' },
  names: 'nothing',
  body: z.object({}),
  answer: done,
  refusals: [{ status: 400, when: 'there is no cancellation to undo' }, signedOut, notAllowed],
})

export const hold = accountCall({
  summary: 'Put the plan on hold from next month, with agent access only',
  ...json,
  path: '/rest/account/hold/',
  who: 'end-account',
  scopes: ['account'],
  stepUp: { none: 'canceling never asks, and it can be undone' },
  names: 'nothing',
  body: z.object({
    months: count(1, LONGEST_HOLD_MONTHS),
    /** What the page showed: the first day, and the price of a month. */
    from: exact(DAY_LENGTH, 'The first day of the hold, such as 2026-12-15'),
    held_cents: shownCents(messages.required),
  }),
  answer: z.object({ data: z.object({ from: z.string(), until: z.string() }) }),
  refusals: [
    {
      status: 400,
      when: 'the plan is on hold for another time, was on hold last month, or is canceled, or a payment is being confirmed right now',
    },
    { status: 409, when: 'the hold would begin on another day or cost something else than the page showed' },
    signedOut,
    notAllowed,
  ],
})

export const endHold = accountCall({
  summary: 'End the hold next month. A repeated call is answered like the first.',
  ...json,
  path: '/rest/account/hold/end/',
  who: 'change-plan',
  scopes: ['account'],
  stepUp: { none: 'canceling never asks, and it can be undone' },
  names: 'nothing',
  body: z.object({}),
  answer: done,
  refusals: [
    { status: 400, when: 'the bill of the month on hold is not paid yet, or there is no subscription' },
    signedOut,
    notAllowed,
  ],
})
