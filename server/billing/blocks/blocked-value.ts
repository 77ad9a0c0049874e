import { type Refused, refuse } from '#server/platform/refusal.ts'
import { normalizeRange } from './address-range.ts'
import type { BlockKind } from './blocks.ts'

/** What an operator typed, as a block keeps it. */
export function blockedValue(kind: BlockKind, text: string): string | Refused {
  const value = kind === 'address' ? normalizeRange(text) : text.trim()
  if (value) return value
  return refuse('invalid-fields', {
    errors: kind === 'address' ? `${text} is not an IP address or range.` : `Give the ${kind} to block.`,
  })
}
