import * as z from 'zod/mini'
import { everyScope } from '#contract/accounts/roles.ts'
import { cancelDetails, cancelReason, LONGEST_HOLD_MONTHS } from '#contract/billing/cancel-reasons.ts'
import type { CancellationReceipt, MoneyValues } from '#contract/billing/values.ts'
import { accountCall } from '#contract/wire/call.ts'
import { json } from '#contract/wire/endpoint.ts'
import * as messages from '#contract/wire/rule-messages.ts'
import { count, exact, shownCents, text } from '#contract/wire/schema.ts'

export type CancelValues = {
  money: Pick<MoneyValues, 'nextCharge' | 'open' | 'hold' | 'holdOffer' | 'cancellation'>
}

/** Null if the reference is unknown. */
export type CancellationValues = { receipt: CancellationReceipt | null }

/** As in 2026-11-15. */
const DAY_LENGTH = 10
const done = z.object({ data: z.object({ status: z.literal('done') }) })

export const cancel = accountCall({
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
      /** A month was unpaid, so the account has already ended. */
      has_ended: z.boolean(),
    }),
  }),
})

export const undoCancel = accountCall({
  ...json,
  path: '/rest/account/cancel/undo/',
  who: 'end-account',
  scopes: ['account'],
  stepUp: { none: 'canceling never asks, and it can be undone' },
  names: 'nothing',
  body: z.object({}),
  answer: done,
})

export const hold = accountCall({
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
})

export const endHold = accountCall({
  ...json,
  path: '/rest/account/hold/end/',
  who: 'change-plan',
  scopes: ['account'],
  stepUp: { none: 'canceling never asks, and it can be undone' },
  names: 'nothing',
  body: z.object({}),
  answer: done,
})
