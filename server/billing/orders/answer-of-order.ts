import * as messages from '#contract/billing/messages.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import type { Ordered } from './pay-order.ts'

/**
 * Maps the outcome of an account's order to the response of its call. A 409 carries the status of the order
 * that already uses the key: a new attempt under another key is safe only if that one was refused.
 */
export function answerOfOrder<Done extends string>(
  ordered: Ordered | Refused,
  done: Done,
): { data: { status: Done | 'confirming' } } | Refused {
  if (isRefused(ordered)) return ordered
  switch (ordered.kind) {
    case 'paid':
      return { data: { status: done } }
    case 'confirming':
    case 'held':
      return { data: { status: 'confirming' } }
    case 'refused':
      return refuse('invalid-fields', { errors: ordered.errors })
    case 'other-order': {
      const status =
        ordered.status === 'paid' ? done : ordered.status === 'held' ? 'confirming' : ordered.status
      return refuse('other-body', { also: { data: { status } } })
    }
    case 'busy':
      return refuse('invalid-fields', { errors: messages.paymentOfAccountUnderWay })
  }
}
