import { DAY, HOUR, later } from '../../../server/ports/clock.ts'
import type { Banks } from './banks.ts'
import type { BankReason } from './customers.ts'
import type { MixName } from './mixes.ts'
import { afterAnswer, afterMail, type NextPayment } from './pays-by-hand.ts'

export type Way = 'retry' | 'backup' | 'updater' | 'customer'
/** A month that the bank refused at first, and how it was paid in the end, if it was. */
export type Recovery = { reason: BankReason; way: Way | undefined }

/** Days after the first refusal, whatever its reason. */
const RETRY_DAYS = [1, 3, 5, 7]
const LAST_DAY_MAIL = 6

/**
 * The schedule of release 1.0: the same four days for each reason, only the card on file, and card updates are
 * not heard. It lives only here, to be compared with. Undefined: the first try was paid.
 */
export function recoverAsToday(banks: Banks, mix: MixName, customer: number): Recovery | undefined {
  const { dueAt, reaction } = banks.customerOf(mix, customer)
  let refused: { at: Date; reason: BankReason } | undefined
  let nextTryAt = dueAt
  let payment: NextPayment | undefined
  let lost:
    | { knownAt: Date; card: 'first' | 'typed'; sentAt: Date; isByHand: boolean; isSent: boolean }
    | undefined

  for (let at = dueAt; ; at = later(at, HOUR)) {
    if (lost && lost.knownAt <= at) {
      const { card, sentAt, isByHand, isSent } = lost
      lost = undefined
      if (isSent && hear(card, sentAt, at)) return recovered(isByHand)
      if (!isSent && !isByHand) nextTryAt = at
    }
    if (!lost && nextTryAt <= at) {
      const hasPaid = ask('first', at, false)
      if (hasPaid) return recovered(false)
      if (!lost && refused && at >= later(refused.at, 7 * DAY))
        return { reason: refused.reason, way: undefined }
    }
    if (refused && at.getTime() === later(refused.at, LAST_DAY_MAIL * DAY).getTime())
      payment ??= afterMail(reaction, 'last-day-mail', at)
    while (payment && reaction && payment.at <= at) {
      if (!lost && ask(payment.card, at, true)) return recovered(true)
      payment = afterAnswer(payment, reaction, lost ? 'confirming' : 'declined', at)
    }
  }

  function recovered(isByHand: boolean): Recovery | undefined {
    return refused && { reason: refused.reason, way: isByHand ? 'customer' : 'retry' }
  }

  /** Whether it is paid, as far as is known now. */
  function ask(card: 'first' | 'typed', at: Date, isByHand: boolean): boolean {
    const delivery = banks.deliveryOf({ mix, customer, card }, at)
    if (delivery.kind === 'heard') return hear(card, at, at)
    lost = { knownAt: delivery.knownAt, card, sentAt: at, isByHand, isSent: delivery.kind === 'unheard' }
    return false
  }

  function hear(card: 'first' | 'typed', sentAt: Date, at: Date): boolean {
    const answer = banks.answerOf({ mix, customer, card }, sentAt)
    if (answer.kind === 'paid') return true
    if (!refused) {
      refused = { at, reason: answer.reason }
      payment = afterMail(reaction, 'first-mail', at)
    }
    const days = RETRY_DAYS.map((day) => later((refused as { at: Date }).at, day * DAY))
    nextTryAt = days.find((day) => day > at) ?? at
    return false
  }
}
