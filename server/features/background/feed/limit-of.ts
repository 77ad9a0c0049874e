import * as messages from '#contract/features/feed.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'

/** How many were asked for; as many as possible by default. */
export function limitOf(asked: string, most: number): number | Refused {
  if (asked === '') return most
  const limit = /^\d{1,6}$/.test(asked) ? Number(asked) : 0
  return limit >= 1 && limit <= most ? limit : refuse('invalid-fields', { errors: messages.badLimit(most) })
}
