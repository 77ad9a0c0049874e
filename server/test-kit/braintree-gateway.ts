import { createServer, type IncomingMessage } from 'node:http'
import { brandOf } from '#contract/fields/card-number.ts'

type Charge = {
  id: string
  orderId: string
  amount: string
  status: string
  bank: BankAnswer
  refunds?: string
}
export type LoopbackGateway = {
  port: number
  charges: Charge[]
  /** Last four digits of each card that was verified without a charge. */
  verifications: string[]
  /** The tokens of the cards in the vault. */
  stored(): string[]
  breakWith(status: number | undefined): void
  /** Settles all charges, as happens overnight: from then on they can be refunded but not voided. */
  settleAll(): void
  close(): Promise<void>
}

type BankAnswer = {
  code: string
  type?: 'soft_declined' | 'hard_declined'
  network?: string
  advice?: string
}
const declines: Record<string, BankAnswer> = {
  '4000000000000002': { code: '2000', type: 'soft_declined' },
  '4000000000009995': { code: '2001', type: 'soft_declined', network: '51' },
  '4000000000000366': { code: '2007', type: 'hard_declined', network: '14' },
  '4000000000000374': { code: '2012', type: 'hard_declined', network: '41' },
  '4000000000000382': { code: '2013', type: 'hard_declined', network: '43' },
  '4000000000000390': { code: '2000', type: 'soft_declined', network: 'R1' },
  '4000000000000408': { code: '2000', type: 'soft_declined', advice: '03' },
  '4000000000000416': { code: '2004', type: 'hard_declined', network: '54' },
  '4000000000000424': { code: '2005', type: 'hard_declined', network: '14' },
  '4000000000000432': { code: '3000' },
  '4000000000000440': { code: '2002', type: 'soft_declined', network: '61' },
  '4000000000000457': { code: '2000', type: 'soft_declined', advice: '02' },
}
const APPROVED: BankAnswer = { code: '1000' }
const TIMES_OUT = '4000000000000119'
export const NEVER_REACHES_THE_BANK = '4009348888881881'

/** Implements Braintree's protocol on loopback: takes JSON, answers XML, and keeps its own records. */
export async function openLoopbackGateway(): Promise<LoopbackGateway> {
  const charges: Charge[] = []
  const verifications: string[] = []
  const numbers = new Map<string, string>()
  const deleted = new Set<string>()
  /**
   * The gateway's identifier of a card number: always the same for the same number, and not derivable from
   * it.
   */
  const names = new Map<string, string>()
  const nameOf = (number: string) => {
    const name = names.get(number) ?? `number${names.size + 1}`
    names.set(number, name)
    return name
  }
  let brokenWith: number | undefined

  function answer(method: string, path: string, body: Body): { status: number; xml: string } | 'no answer' {
    if (brokenWith !== undefined) return { status: brokenWith, xml: '' }
    if (path.endsWith('/customers')) return keepCard(body)
    if (method === 'DELETE') return forgetCard(path.slice(path.lastIndexOf('/') + 1))
    if (path.endsWith('/transactions')) return charge(body)
    if (path.endsWith('/advanced_search_ids')) {
      const ids = charges
        .filter(({ orderId }) => orderId === body.search.order_id.is)
        .map(({ id }) => `<item>${id}</item>`)
      return {
        status: 200,
        xml: `<search-results><page-size type="integer">50</page-size><ids type="array">${ids.join('')}</ids></search-results>`,
      }
    }
    if (path.endsWith('/advanced_search')) {
      const found = charges.filter(({ id }) => body.search.ids.includes(id)).map(transactionXml)
      return {
        status: 200,
        xml: `<credit-card-transactions type="collection">${found.join('')}</credit-card-transactions>`,
      }
    }
    const known = charges.find(({ id }) => path.includes(`/transactions/${id}`))
    if (!known) return { status: 404, xml: '' }
    if (path.endsWith('/refund')) return refund(known, body)
    if (method === 'PUT') known.status = 'voided'
    return { status: 200, xml: transactionXml(known) }
  }

  function keepCard({ customer }: Body): ReturnType<typeof answer> {
    const { number, expiration_month, expiration_year, options } = customer.credit_card
    if (options?.verify_card) {
      verifications.push(number.slice(-4))
      if (number === TIMES_OUT) return 'no answer'
      const bank = declines[number]
      if (bank) return { status: 422, xml: verificationXml('processor_declined', bank.code, nameOf(number)) }
      if (number === NEVER_REACHES_THE_BANK)
        return { status: 422, xml: verificationXml('failed', '3000', nameOf(number)) }
    }
    const token = customer.credit_card.token ?? `token${numbers.size + 1}`
    if (numbers.has(token)) return { status: 422, xml: verificationXml('processor_declined', '93401', '') }
    numbers.set(token, number)
    const xml = `<customer><id>c${numbers.size}</id><credit-cards type="array"><credit-card><token>${token}</token><card-type>${brandOf(number).name}</card-type><last-4>${number.slice(-4)}</last-4><expiration-month>${expiration_month}</expiration-month><expiration-year>${expiration_year}</expiration-year><unique-number-identifier>${nameOf(number)}</unique-number-identifier></credit-card></credit-cards></customer>`
    return { status: 201, xml }
  }

  function forgetCard(token: string): ReturnType<typeof answer> {
    const isKnown = numbers.has(token) && !deleted.has(token)
    deleted.add(token)
    return { status: isKnown ? 200 : 404, xml: '' }
  }

  function charge({ transaction }: Body): ReturnType<typeof answer> {
    if (deleted.has(transaction.payment_method_token)) {
      const xml =
        '<api-error-response><errors><errors type="array"/></errors><message>Unknown token</message></api-error-response>'
      return { status: 422, xml }
    }
    const number = numbers.get(transaction.payment_method_token) ?? ''
    const bank = declines[number] ?? APPROVED
    const status = bank === APPROVED ? 'submitted_for_settlement' : 'processor_declined'
    const newCharge = {
      id: `t${charges.length + 1}`,
      orderId: transaction.order_id,
      amount: transaction.amount,
      status,
      bank,
    }
    charges.push(newCharge)
    if (number === TIMES_OUT) return 'no answer'
    if (bank === APPROVED) return { status: 201, xml: transactionXml(newCharge) }
    const xml = `<api-error-response><errors><errors type="array"/></errors><message>Declined</message>${transactionXml(newCharge)}</api-error-response>`
    return { status: 422, xml }
  }

  function refund(charge: Charge, { transaction }: Body): ReturnType<typeof answer> {
    const refunded = charges.filter(({ refunds }) => refunds === charge.id)
    const left = Number(charge.amount) - refunded.reduce((sum, { amount }) => sum + Number(amount), 0)
    if (charge.status !== 'settled' || Number(transaction.amount) > left) {
      const xml =
        '<api-error-response><errors><errors type="array"/></errors><message>No</message></api-error-response>'
      return { status: 422, xml }
    }
    const { amount, order_id } = transaction
    const id = `t${charges.length + 1}`
    charges.push({
      id,
      orderId: order_id,
      amount,
      status: 'submitted_for_settlement',
      bank: APPROVED,
      refunds: charge.id,
    })
    return { status: 201, xml: transactionXml(charges.at(-1) as Charge) }
  }

  const server = createServer(async (request, response) => {
    const said = answer(request.method ?? '', request.url ?? '', await bodyOf(request))
    if (said === 'no answer') return request.socket.destroy()
    return response.writeHead(said.status, { 'content-type': 'application/xml' }).end(said.xml)
  })
  const port = await new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port)),
  )
  const breakWith = (status: number | undefined) => {
    brokenWith = status
  }
  const settleAll = () => {
    for (const charge of charges) if (charge.status === 'submitted_for_settlement') charge.status = 'settled'
  }
  return {
    port,
    charges,
    verifications,
    stored: () => [...numbers.keys()].filter((token) => !deleted.has(token)),
    breakWith,
    settleAll,
    close: () => new Promise((done) => server.close(() => done())),
  }
}

type Body = {
  customer: {
    credit_card: {
      number: string
      expiration_month: string
      expiration_year: string
      token?: string
      options?: { verify_card: boolean }
    }
  }
  transaction: { payment_method_token: string; order_id: string; amount: string }
  search: { order_id: { is: string }; ids: string[] }
}

async function bodyOf(request: IncomingMessage): Promise<Body> {
  let text = ''
  for await (const chunk of request) text += chunk
  return JSON.parse(text || '{}') as Body
}

function verificationXml(status: string, code: string, name: string): string {
  return `<api-error-response><errors><errors type="array"/></errors><message>Not verified</message><verification><status>${status}</status><processor-response-code>${code}</processor-response-code><credit-card><unique-number-identifier>${name}</unique-number-identifier></credit-card></verification></api-error-response>`
}

function bankXml({ code, type, network, advice }: BankAnswer): string {
  const element = (name: string, value?: string) => (value ? `<${name}>${value}</${name}>` : '')
  return [
    element('processor-response-code', code),
    element('processor-response-type', type),
    element('network-response-code', network),
    element('merchant-advice-code', advice),
  ].join('')
}

function transactionXml({ id, orderId, amount, status, bank, refunds }: Charge): string {
  const refunded = refunds ? `<refunded-transaction-id>${refunds}</refunded-transaction-id>` : ''
  return `<transaction><id>${id}</id>${refunded}<status>${status}</status><order-id>${orderId}</order-id><amount>${amount}</amount>${bankXml(bank)}</transaction>`
}
