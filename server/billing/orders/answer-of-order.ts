import * as messages from '#contract/billing/messages.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import type { Ordered } from './pay-order.ts'

/**
 * What became of the order of an account, in the words of its call. With 409 comes what became of the order that the
 * key belongs to: only a refused one is a reason to try under another key.
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
      return { data: { status: 'confirming' } }
    case 'refused':
      return refuse('invalid-fields', { errors: ordered.errors })
    case 'other-order': {
      const status = ordered.status === 'paid' ? done : ordered.status
      return refuse('other-body', { also: { data: { status } } })
    }
    case 'busy':
      return refuse('invalid-fields', { errors: messages.paymentOfAccountUnderWay })
  }
}
