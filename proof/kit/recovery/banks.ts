import { HOUR, later } from '../../../server/ports/clock.ts'
import {
  type BankReason,
  type Calendar,
  type Card,
  type CardName,
  type Customer,
  drawOf,
  makeCustomer,
} from './customers.ts'
import { type MixName, tries } from './mixes.ts'

export type CardId = { mix: MixName; customer: number; card: CardName }
export type BankAnswer = { kind: 'paid' } | { kind: 'declined'; reason: BankReason; isHard: boolean }
/** What happens to the answer on its way. `unsent`: the bank never got the question. */
export type Delivery = { kind: 'heard' } | { kind: 'unsent' | 'unheard'; knownAt: Date }

/**
 * Banks whose answers depend only on the mix, the customer, the card and the hour, never on who asks or how
 * often: so every schedule of retries meets the same banks.
 */
export function openBanks(calendar: Calendar) {
  const known = new Map<string, Customer>()

  function customerOf(mix: MixName, customer: number): Customer {
    const id = `${mix} ${customer}`
    const found = known.get(id) ?? makeCustomer(mix, customer, calendar)
    known.set(id, found)
    return found
  }

  function cardOf({ mix, customer, card }: CardId): Card {
    const found = customerOf(mix, customer).cards[card]
    if (!found) throw new Error(`Customer ${customer} of "${mix}" has no ${card} card`)
    return found
  }

  return {
    customerOf,
    /** What the bank says at this time. */
    answerOf: (id: CardId, at: Date): BankAnswer => answerOf(cardOf(id), id, at),
    /** Whether its answer arrives, and when a lost one can be found. */
    deliveryOf,
  }
}

export type Banks = ReturnType<typeof openBanks>

function answerOf(card: Card, id: CardId, at: Date): BankAnswer {
  if (drawIn(id, at, 'busy') < tries.busy) return { kind: 'declined', reason: 'busy', isHard: false }
  if (card.update && card.update.kind !== 'closed' && at >= card.update.at) return { kind: 'paid' }
  switch (card.trouble) {
    case 'none':
      return { kind: 'paid' }
    case 'short':
      return card.funded.some(({ from, until }) => from <= at && at < until)
        ? { kind: 'paid' }
        : { kind: 'declined', reason: card.reason, isHard: false }
    case 'busy':
    case 'no-reason':
      return card.betterAt && at >= card.betterAt
        ? { kind: 'paid' }
        : { kind: 'declined', reason: card.reason, isHard: false }
    case 'expired':
    case 'closed':
    case 'lost':
    case 'stolen':
    case 'revoked':
    case 'do-not-retry':
      return { kind: 'declined', reason: card.reason, isHard: true }
  }
}

function deliveryOf(id: CardId, at: Date): Delivery {
  const fate = drawIn(id, at, 'delivery')
  if (fate >= tries.unheard + tries.unsent) return { kind: 'heard' }
  // Usually known within some hours, rarely only after more than a day.
  const hours = 1 + Math.floor(30 * drawIn(id, at, 'known') ** 3)
  return { kind: fate < tries.unheard ? 'unheard' : 'unsent', knownAt: later(at, hours * HOUR) }
}

function drawIn({ mix, customer, card }: CardId, at: Date, about: string): number {
  return drawOf(mix, customer, `${card} ${about} ${Math.floor(at.getTime() / HOUR)}`)
}
