import * as messages from '#contract/billing/messages.ts'
import { submitSignUp } from '#contract/features/sign-up/calls.ts'
import type { BodyOf } from '#contract/wire/call.ts'
import { type Outcome, send } from '#web/api.ts'
import { askUntilKnown } from '#web/ask-again.ts'
import type { ServerErrors } from '#web/form/refusal.ts'
import { formerOrderOf } from './former-order.ts'

type Order = BodyOf<typeof submitSignUp>

/** What is known of an order after it was sent. */
export type OrderNews =
  | { kind: 'paid' }
  /** The key belongs to an order with other details, or this visitor has paid already: that order is paid. */
  | { kind: 'paid before' }
  /** The key belongs to an order with other details, for which nothing was charged. */
  | { kind: 'refused before'; errors: ServerErrors }
  /** This order is over, and nothing was charged for it. */
  | { kind: 'refused'; errors: ServerErrors }
  /** Nobody knows whether it arrived. */
  | { kind: 'unknown'; errors: ServerErrors }
  | { kind: 'cancelled' }

/**
 * Sends an order until its outcome is known. Once the bank is being asked, a lost answer proves nothing: the same
 * order with the same key is asked about until there is a definite one.
 */
export async function submitOrder(
  order: Order,
  { signal, onConfirming }: { signal: AbortSignal; onConfirming: () => void },
): Promise<OrderNews> {
  let isConfirming = false
  const news = await askUntilKnown(async () => newsOf(await send(submitSignUp, order, { signal })), {
    isKnown: ({ kind }) => {
      isConfirming ||= kind === 'confirming'
      return !isConfirming || (kind !== 'confirming' && kind !== 'unknown')
    },
    onWaiting: onConfirming,
    signal,
  })
  return news.kind === 'confirming' ? { kind: 'cancelled' } : news
}

function newsOf(outcome: Outcome<typeof submitSignUp>): OrderNews | { kind: 'confirming' } {
  switch (outcome.kind) {
    case 'answered':
      return { kind: outcome.answer.data.status === 'registered' ? 'paid' : 'confirming' }
    case 'failed':
      return { kind: 'unknown', errors: withComfort(outcome.message) }
    case 'cancelled':
      return outcome
    case 'refused':
      return newsOfRefusal(outcome)
  }
}

function newsOfRefusal(outcome: Outcome<typeof submitSignUp> & { kind: 'refused' }) {
  const { status, errors } = outcome
  if (status === 400) return { kind: 'refused', errors } as const
  if (status >= 500) return { kind: 'unknown', errors: withComfort(errors) } as const
  switch (formerOrderOf(outcome)) {
    case 'registered':
      return { kind: 'paid before' } as const
    case 'refused':
      return { kind: 'refused before', errors } as const
    case 'confirming':
      return { kind: 'confirming' } as const
    case undefined:
      return { kind: 'unknown', errors } as const
  }
}

/** Behind what went wrong stands that trying again does no harm. */
function withComfort(errors: ServerErrors): ServerErrors {
  if (typeof errors !== 'string') return errors
  return { payment_form: { failure: [errors], comfort: [messages.payAgainIsSafe] } }
}
