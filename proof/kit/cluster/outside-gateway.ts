import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FoundCharge, FoundRefund, Payments } from '../../../server/ports/payments.ts'

const ANSWERS_AFTER_MS = 20
const LOSES_ANSWER = '4000000000000119'
const DECLINES = '4000000000000002'

type Charge = { key: string; token: string; reference: string; isRenewal: boolean; found: FoundCharge }

/**
 * A payment gateway outside of the database, like a real one: its charges are not undone when a database
 * loses something. Each key may be sent once.
 */
export type OutsideGateway = {
  url: string
  charges(): Charge[]
  /** Keys that were sent more than once. */
  repeated(): string[]
  close(): void
}

export async function startOutsideGateway(): Promise<OutsideGateway> {
  const charges = new Map<string, Charge>()
  const refunds = new Map<string, FoundRefund>()
  const repeated: string[] = []
  const behaviours = new Map<string, string>()

  const answers: Record<string, (sent: Sent) => unknown> = {
    vault({ number = '', expiresMonth, expiresYear }) {
      const digits = number.replace(/\D/g, '')
      const token = `outside-${randomUUID()}`
      behaviours.set(token, digits)
      const card = { token, brand: 'Visa', lastFour: digits.slice(-4), expiresMonth, expiresYear }
      return { kind: 'vaulted', card, numberId: null }
    },
    charge({ key = '', token = '', isRenewal = false }) {
      if (charges.has(key)) repeated.push(key)
      const isDeclined = behaviours.get(token) === DECLINES
      const reference = `charge-${randomUUID()}`
      const found: FoundCharge = isDeclined
        ? { kind: 'declined', reason: 'declined' }
        : { kind: 'paid', reference }
      charges.set(key, { key, token, reference, isRenewal, found })
      const isLost = behaviours.get(token) === LOSES_ANSWER || /^card-\d*00$/.test(token)
      return isLost ? { kind: 'unknown' } : found
    },
    find: ({ key = '' }) => charges.get(key)?.found ?? { kind: 'absent' },
    void({ reference }) {
      const charge = [...charges.values()].find((one) => one.reference === reference)
      if (charge) charge.found = { kind: 'voided' }
      return { kind: 'voided' }
    },
    refund({ key = '' }) {
      refunds.set(key, { kind: 'refunded', reference: `refund-${randomUUID()}` })
      return refunds.get(key)
    },
    findRefund: ({ key = '' }) => refunds.get(key) ?? { kind: 'absent' },
  }
  const server = createServer(async (request, response) => {
    const sent = JSON.parse(await textOf(request)) as Sent
    const answer = answers[request.url?.slice(1) ?? '']?.(sent)
    await pause(ANSWERS_AFTER_MS)
    response.end(JSON.stringify(answer))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    charges: () => [...charges.values()],
    repeated: () => repeated,
    close: () => server.close(),
  }
}

type Sent = {
  number?: string
  expiresMonth?: number
  expiresYear?: number
  key?: string
  token?: string
  reference?: string
  isRenewal?: boolean
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return text
}

/** The adapter of the instances. Its name is that of the seeded cards. */
export function openOutsideGateway(url: string): Payments {
  const ask = async (verb: string, body: object) => {
    const answer = await fetch(`${url}/${verb}`, { method: 'POST', body: JSON.stringify(body) })
    return (await answer.json()) as never
  }
  const orUnknown = (answer: Promise<never>) => answer.catch(() => ({ kind: 'unknown' }) as const)
  return {
    name: 'sandbox',
    vault: (card) => orUnknown(ask('vault', card)),
    deleteCard: async () => {},
    charge: (order) => orUnknown(ask('charge', order)),
    find: (key) => ask('find', { key }),
    void: (reference) => ask('void', { reference }),
    refund: (order) => orUnknown(ask('refund', order)),
    findRefund: (key) => ask('findRefund', { key }),
    readNotice: async () => undefined,
    readCardReport: async () => [],
  }
}
