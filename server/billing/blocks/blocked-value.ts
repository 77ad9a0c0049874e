import { isCardNumber } from '#contract/fields/card-number.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
import { normalizeRange } from './address-range.ts'
import type { BlockKind } from './blocks.ts'

/** What an operator typed, as a block keeps it. */
export function blockedValue(kind: BlockKind, text: string): string | Refused {
  // A number must not be kept, and would block nothing: payments are compared by the gateway's identifier of it.
  if (kind === 'card' && /^[\d\s-]+$/.test(text) && isCardNumber(text))
    return refuse('invalid-fields', {
      errors:
        'This is a card number. Enter the identifier that the gateway gives it, or refuse the held sign-up and block its card there.',
    })
  const value = kind === 'address' ? normalizeRange(text) : text.trim()
  if (value) return value
  return refuse('invalid-fields', {
    errors: kind === 'address' ? `${text} is not an IP address or range.` : `Give the ${kind} to block.`,
  })
}
