import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FoundCharge, Payments } from '../server/ports/payments.ts'

const ANSWERS_AFTER_MS = Number(process.env.GATEWAY_MS ?? 20)

/** A simulated remote gateway: it adds latency without using our CPU. */
export function openSlowGateway(): Payments {
  const charges = new Map<string, FoundCharge>()
  return {
    name: 'slow',
    async vault({ number, expiresMonth, expiresYear }) {
      await pause(ANSWERS_AFTER_MS)
      const card = {
        token: randomUUID(),
        brand: 'Visa',
        lastFour: number.slice(-4),
        expiresMonth,
        expiresYear,
      }
      return { kind: 'vaulted', card, numberId: null }
    },
    deleteCard: async () => {},
    async charge({ key }) {
      await pause(ANSWERS_AFTER_MS)
      const outcome = { kind: 'paid', reference: randomUUID() } as const
      charges.set(key, outcome)
      return outcome
    },
    find: async (key) => charges.get(key) ?? { kind: 'absent' },
    void: async () => ({ kind: 'voided' }),
    refund: async () => ({ kind: 'refunded', reference: randomUUID() }),
    findRefund: async () => ({ kind: 'absent' }),
    readNotice: async () => undefined,
    readCardReport: async () => [],
  }
}
