import { createHash, createHmac, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import braintree from 'braintree'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { freshDatabase, testClock } from '#server/test-kit/harness.ts'
import type { CardDetails, Payments } from '../ports/payments.ts'
import {
  type LoopbackGateway,
  NEVER_REACHES_THE_BANK,
  openLoopbackGateway,
} from '../test-kit/braintree-gateway.ts'
import { openBraintree } from './payments-braintree.ts'
import { openSandbox, signSandboxNotice } from './payments-sandbox.ts'

let db: Database
let gateway: LoopbackGateway
const clock = testClock()
const keys = { merchantId: 'merchant', publicKey: 'public', privateKey: 'private' }
const payments: Record<string, Payments> = {}

beforeAll(async () => {
  db = await freshDatabase()
  gateway = await openLoopbackGateway()
  payments.sandbox = openSandbox({ db, clock })
  payments.braintree = openBraintree({ environment: { port: gateway.port }, ...keys })
})
afterAll(async () => {
  await gateway.close()
  await db.close()
})

const card = (number: string): CardDetails => ({
  number,
  cvv: '123',
  holder: 'Dana Whitfield',
  expiresMonth: 12,
  expiresYear: 2030,
  billing: { street: '200 Lake Street', city: 'Chicago', region: 'IL', postalCode: '60601', country: 'US' },
})

/** The contract that every gateway adapter must meet. */
describe.each(['sandbox', 'braintree'])('%s', (name) => {
  const of = () => payments[name] as Payments
  async function chargeWith(number: string, key: string) {
    const vaulted = await of().vault(card(number))
    if (vaulted.kind !== 'vaulted') throw new Error('The card was not kept')
    return of().charge({ key: `${name}-${key}`, token: vaulted.card.token, amount: 39_700, isRenewal: false })
  }

  test('a deleted card can no longer be charged, and deleting it again does nothing', async () => {
    const vaulted = await of().vault(card('4111111111111111'))
    if (vaulted.kind !== 'vaulted') throw new Error('The card was not kept')
    const { token } = vaulted.card
    await of().deleteCard(token)
    await of().deleteCard(token)
    const charged = await of().charge({ key: `${name}-deleted`, token, amount: 100, isRenewal: false })
    expect(charged).toMatchObject({ kind: 'declined' })
  })

  test('a card is stored under a token, and only storable details are returned', async () => {
    expect(await of().vault(card('4111111111111111'))).toEqual({
      kind: 'vaulted',
      card: {
        token: expect.any(String),
        brand: 'Visa',
        lastFour: '1111',
        expiresMonth: 12,
        expiresYear: 2030,
      },
      numberId: name === 'braintree' ? expect.any(String) : null,
    })
  })

  test('a card is stored under the chosen token, and deleted by it even without an answer', async () => {
    const [token, lost] = [randomUUID(), randomUUID()]
    const vaulted = await of().vault(card('4111111111111111'), { token })
    expect(vaulted).toMatchObject({ kind: 'vaulted', card: { token } })
    await of().deleteCard(token)
    const charged = await of().charge({ key: `${name}-chosen`, token, amount: 100, isRenewal: false })
    expect(charged).toMatchObject({ kind: 'declined' })
    await expect(of().deleteCard(lost)).resolves.toBeUndefined()
  })

  test('a card that is verified first is stored only if its bank approves it today', async () => {
    const verify = async (number: string) => of().vault(card(number), { verify: true })
    expect(await verify('4111111111111111')).toMatchObject({ kind: 'vaulted', card: { lastFour: '1111' } })
    expect(await verify('4000000000000341')).toMatchObject({ kind: 'vaulted' })
    const numberId = name === 'braintree' ? expect.any(String) : null
    expect(await verify('4000000000000002')).toEqual({ kind: 'declined', reason: 'declined', numberId })
    expect(await verify('4000000000009995')).toMatchObject({ reason: 'insufficient-funds', numberId })
    expect(await verify('4000000000000119')).toEqual({ kind: 'unknown' })
  })

  test('a charge is paid, found by its key, and voided once', async () => {
    const paid = await chargeWith('4111111111111111', 'good')
    expect(paid).toEqual({ kind: 'paid', reference: expect.any(String) })
    expect(await of().find(`${name}-good`)).toEqual(paid)
    if (paid.kind !== 'paid') return
    expect(await of().void(paid.reference)).toEqual({ kind: 'voided' })
    expect(await of().void(paid.reference)).toEqual({ kind: 'voided' })
    expect(await of().find(`${name}-good`)).toEqual({ kind: 'voided' })
  })

  test('a settled charge cannot be voided; it is refunded in parts, found by their keys, up to its total', async () => {
    const paid = await chargeWith('4111111111111111', 'settled')
    if (paid.kind !== 'paid') throw new Error('The charge was not paid')
    const { reference } = paid
    const refund = (key: string, amount: number) => of().refund({ key: `${name}-${key}`, reference, amount })
    expect(await refund('early', 39_700)).toEqual({ kind: 'refused' })
    clock.advance(25 * 60 * 60 * 1000)
    gateway.settleAll()
    expect(await of().void(reference)).toEqual({ kind: 'settled' })
    const part = await refund('part', 9_267)
    expect(part).toEqual({ kind: 'refunded', reference: expect.any(String) })
    expect(await of().findRefund(`${name}-part`)).toEqual(part)
    expect(await refund('too-much', 30_434)).toEqual({ kind: 'refused' })
    expect(await of().findRefund(`${name}-too-much`)).toEqual({ kind: 'absent' })
    expect(await refund('rest', 30_433)).toMatchObject({ kind: 'refunded' })
    expect(await refund('again', 1)).toEqual({ kind: 'refused' })
    expect(await of().find(`${name}-settled`)).toEqual(paid)
  })

  test('a decline has its reason, and is found as a decline', async () => {
    expect(await chargeWith('4000000000000002', 'no')).toMatchObject({ kind: 'declined', reason: 'declined' })
    const short = await chargeWith('4000000000009995', 'empty')
    expect(short).toMatchObject({ kind: 'declined', reason: 'insufficient-funds', isHard: false })
    expect(await of().find(`${name}-empty`)).toEqual(short)
  })

  test.each([
    ['4000000000000366', 'closed', 'response 2007, network 14'],
    ['4000000000000374', 'lost', 'response 2012, network 41'],
    ['4000000000000382', 'stolen', 'response 2013, network 43'],
    ['4000000000000390', 'revoked', 'response 2000, network R1'],
    ['4000000000000408', 'do-not-retry', 'response 2000, advice 03'],
    ['4000000000000416', 'expired', 'response 2004, network 54'],
    ['4000000000000424', 'wrong-number', 'response 2005, network 14'],
    ['4000000000000432', 'busy', 'response 3000'],
    ['4000000000000440', 'velocity', 'response 2002, network 61'],
    ['4000000000000457', 'try-later', 'response 2000, advice 02'],
  ])(
    'a renewal with %s is refused as %s, with the codes of gateway and network',
    async (number, reason, codes) => {
      const key = `${name}-renewal-${reason}`
      const vaulted = await of().vault(card(number))
      if (vaulted.kind !== 'vaulted') throw new Error('The card was not kept')
      const { token } = vaulted.card
      const charged = await of().charge({ key, token, amount: 14_900, isRenewal: true })
      expect(charged).toMatchObject({ kind: 'declined', reason, ...(name === 'braintree' ? { codes } : {}) })
      expect(await of().find(key)).toEqual(charged)
    },
  )

  test('an answer lost after the charge is unknown until the key is looked up', async () => {
    expect(await chargeWith('4000000000000119', 'lost')).toEqual({ kind: 'unknown' })
    expect(await of().find(`${name}-lost`)).toEqual({ kind: 'paid', reference: expect.any(String) })
  })

  test('a key that was never sent is absent', async () => {
    expect(await of().find(`${name}-never`)).toEqual({ kind: 'absent' })
  })
})

test('verifies only on request: a charge is not preceded by a second request to the bank', async () => {
  const braintree = payments.braintree as Payments
  const before = gateway.verifications.length
  await braintree.vault(card('4111111111111111'))
  expect(gateway.verifications.slice(before)).toEqual([])
  await braintree.vault(card('4111111111111111'), { verify: true })
  expect(gateway.verifications.slice(before)).toEqual(['1111'])
})

test('a verification that never reached the bank says nothing about the card', async () => {
  const braintree = payments.braintree as Payments
  expect(await braintree.vault(card(NEVER_REACHES_THE_BANK), { verify: true })).toEqual({ kind: 'unknown' })
})

test("the gateway's card identifier is the same for any expiry and postal code", async () => {
  const braintree = payments.braintree as Payments
  const nameOf = async (changed: Partial<CardDetails>, number = '4111111111111111') => {
    const vaulted = await braintree.vault({ ...card(number), ...changed })
    return vaulted.kind === 'vaulted' ? vaulted.numberId : undefined
  }
  const name = await nameOf({})
  expect(await nameOf({ expiresYear: 2031, billing: { ...card('').billing, postalCode: '10001' } })).toBe(
    name,
  )
  expect(await nameOf({}, '5555555555554444')).not.toBe(name)
})

test('a gateway that is down answers “unknown” to a charge, and cannot be queried', async () => {
  gateway.breakWith(500)
  const braintree = payments.braintree as Payments
  expect(await braintree.vault(card('4111111111111111'))).toEqual({ kind: 'unknown' })
  expect(await braintree.charge({ key: 'down', token: 'token1', amount: 100, isRenewal: false })).toEqual({
    kind: 'unknown',
  })
  await expect(braintree.find('down')).rejects.toThrow()
  expect(await braintree.refund({ key: 'down', reference: 't1', amount: 100 })).toEqual({ kind: 'unknown' })
  await expect(braintree.findRefund('down')).rejects.toThrow()
  gateway.breakWith(undefined)
})

test('a gateway whose answer never ends is cut off after the time limit', async () => {
  const endless = createServer((_, response) => {
    response.writeHead(201, { 'content-type': 'application/xml' })
    const drip = setInterval(() => response.write(' '), 20)
    response.once('close', () => clearInterval(drip))
  })
  await new Promise<void>((done) => endless.listen(0, '127.0.0.1', done))
  const { port } = endless.address() as AddressInfo
  const braintree = openBraintree({ environment: { port }, ...keys }, { answersWithinMs: 300 })
  expect(await braintree.vault(card('4111111111111111'))).toEqual({ kind: 'unknown' })
  const charge = { key: 'endless', token: 'token1', amount: 100, isRenewal: true }
  expect(await braintree.charge(charge)).toEqual({ kind: 'unknown' })
  await expect(braintree.find('endless')).rejects.toThrow()
  await new Promise((done) => endless.close(done))
})

test.each([
  ['authorizing', 'unknown'],
  ['unrecognized', 'unknown'],
  ['processor_declined', 'refused'],
])('a refund that is found as %s is %s', async (status, kind) => {
  const key = `refund-${status}`
  gateway.charges.push({
    id: key,
    orderId: key,
    amount: '10.00',
    status,
    bank: { code: '1000' },
    refunds: 't1',
  })
  expect(await (payments.braintree as Payments).findRefund(key)).toEqual({ kind })
})

test("a refund that carries its charge's key, as one made at the gateway may, is not taken for it", async () => {
  const made = { orderId: 'by-hand', amount: '10.00', bank: { code: '1000' } }
  gateway.charges.push({ ...made, id: 'its-refund', status: 'submitted_for_settlement', refunds: 'the-sale' })
  gateway.charges.push({ ...made, id: 'the-sale', status: 'settled' })
  expect(await payments.braintree?.find('by-hand')).toEqual({ kind: 'paid', reference: 'the-sale' })
})

test('a notice is trusted only by its signature, and mapped to our own type', async () => {
  const payload = Buffer.from(
    JSON.stringify({ kind: 'refund', reference: 'charge-1', amount: 500 }),
  ).toString('base64')
  const sandbox = payments.sandbox as Payments
  expect(await sandbox.readNotice({ signature: signSandboxNotice(payload), payload })).toEqual({
    kind: 'refund',
    reference: 'charge-1',
    amount: 500,
  })
  expect(await sandbox.readNotice({ signature: 'made up', payload })).toBeUndefined()

  const real = payments.braintree as Payments
  const signer = new braintree.BraintreeGateway({
    environment: braintree.Environment.Sandbox,
    merchantId: 'merchant',
    publicKey: 'public',
    privateKey: 'private',
  })
  const sample = async (kind: string) => {
    const { bt_signature, bt_payload } = await signer.webhookTesting.sampleNotification(
      kind as never,
      'charge-1',
    )
    return { signature: String(bt_signature), payload: String(bt_payload) }
  }
  const disputed = {
    kind: 'dispute',
    reference: 'charge-1',
    dispute: 'charge-1',
    amount: 25_000,
    reason: 'fraud',
    openedOn: '2014-03-28',
    replyBy: '2014-03-21',
    at: expect.any(Date),
  }
  expect(await real.readNotice(await sample('dispute_opened'))).toEqual({ ...disputed, state: 'opened' })
  expect(await real.readNotice(await sample('dispute_won'))).toEqual({
    ...disputed,
    state: 'won',
    won: 24_500,
  })
  for (const kind of ['dispute_lost', 'dispute_accepted', 'dispute_auto_accepted', 'dispute_expired'])
    expect(await real.readNotice(await sample(kind)), kind).toEqual({ ...disputed, state: 'lost' })
  for (const kind of ['dispute_disputed', 'dispute_under_review'])
    expect(await real.readNotice(await sample(kind)), kind).toBeNull()
  expect(await real.readNotice(await sample('transaction_settlement_declined'))).toMatchObject({
    kind: 'void',
    reference: 'charge-1',
  })
  const failed = (await sample('transaction_settlement_declined')).payload
  const xml = Buffer.from(failed, 'base64').toString('utf8')
  const ofRefund = Buffer.from(
    xml.replace('</id>', '</id><refunded-transaction-id>charge-0</refunded-transaction-id>'),
  ).toString('base64')
  const signed = { signature: signBraintreeNotice(ofRefund), payload: ofRefund }
  expect(await real.readNotice(signed)).toMatchObject({
    kind: 'refund-failed',
    reference: 'charge-0',
    refund: 'charge-1',
  })
  expect(await real.readNotice(await sample('check'))).toBeNull()
  expect(
    await real.readNotice({ ...(await sample('dispute_opened')), signature: 'public|made up' }),
  ).toBeUndefined()
})

function signBraintreeNotice(payload: string): string {
  const key = createHash('sha1').update('private').digest()
  return `public|${createHmac('sha1', key).update(payload).digest('hex')}`
}
