import { HOUR, later } from '../../../server/ports/clock.ts'
import type { Reaction } from './customers.ts'

/** What a customer does next about an unpaid bill. */
export type NextPayment = { at: Date; card: 'first' | 'typed'; presses: number }

export function afterMail(
  reaction: Reaction | undefined,
  mail: Reaction['to'],
  mailedAt: Date,
): NextPayment | undefined {
  if (reaction?.to !== mail) return undefined
  const { afterHours, startsWith, presses } = reaction
  const card = startsWith === 'refused-card' ? 'first' : 'typed'
  return { at: later(mailedAt, afterHours * HOUR), card, presses }
}

/**
 * `unusable`: the product says that this card cannot be charged now, and asks for another one. `confirming`: the
 * answer is still to come, so the customer looks again an hour later.
 */
export function afterAnswer(
  { card, presses }: NextPayment,
  { hasAnother }: Reaction,
  answer: 'declined' | 'unusable' | 'confirming',
  at: Date,
): NextPayment | undefined {
  if (answer === 'confirming') return { at: later(at, HOUR), card, presses }
  if (card === 'typed') return undefined
  if (answer === 'declined' && presses > 1) return { at: later(at, HOUR), card, presses: presses - 1 }
  return hasAnother ? { at, card: 'typed', presses: 1 } : undefined
}
