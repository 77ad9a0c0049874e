import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { updateCard } from '#contract/features/billing.ts'
import { cancel } from '#contract/features/cancel.ts'
import { reactivateWithCard } from '#contract/features/reactivate.ts'
import { submitSignUp } from '#contract/features/sign-up/calls.ts'
import { openBraintree } from '#server/adapters/payments-braintree.ts'
import { refuseHeld } from '#server/billing/orders/decide-held.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY, later } from '#server/ports/clock.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { type LoopbackGateway, openLoopbackGateway } from '#server/test-kit/braintree-gateway.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { makeDue } from '#server/test-kit/due-jobs.ts'
import { freshEmail, freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { cardForm } from '#server/test-kit/past-due.ts'
import { send } from '#server/test-kit/send.ts'
import { goodSignUp } from '#server/test-kit/sign-ups.ts'
import { DECLINED, subscribe, TIMES_OUT } from '#server/test-kit/subscriptions.ts'
import { addBlock } from '../blocks/blocks.ts'

const keys = { merchantId: 'merchant', publicKey: 'public', privateKey: 'private' }
const GOOD = '5555555555554444'
const OUT_OF_FUNDS = '4000000000009995'
const JOB = 'forget-left-card'

let gateway: LoopbackGateway
let harness: Harness
/** Simulates a kill right after the gateway has stored a card. */
let isKilled = false

/** The real SDK, against the gateway on loopback. */
beforeAll(async () => {
  gateway = await openLoopbackGateway()
  const real = openBraintree({ environment: { port: gateway.port }, ...keys })
  harness = await openHarness({
    works: true,
    payments: () => ({
      ...real,
      async vault(...request) {
        const vaulted = await real.vault(...request)
        if (isKilled) throw new Error('killed')
        return vaulted
      },
    }),
  })
})
afterAll(async () => {
  await harness.close()
  await gateway.close()
})
beforeEach(() => {
  isKilled = false
  harness.clock.set('2026-11-15T15:00:00Z')
})

/** What is left in the vault, right afterwards and once every check has run. */
async function leftBy(work: () => Promise<unknown>): Promise<{ atOnce: number; inTheEnd: number }> {
  const before = new Set(gateway.stored())
  const left = () => gateway.stored().filter((token) => !before.has(token)).length
  await work()
  const atOnce = left()
  await look()
  return { atOnce, inTheEnd: left() }
}

/** Runs every waiting check once. */
async function look(): Promise<void> {
  const { last } = await harness.db.one<{ last: Date }>(sql`select now() as last`)
  await makeDue(harness.db, JOB)
  await expect
    .poll(() =>
      harness.db.many(sql`
        select state from pgboss.job where name = ${JOB} and state not in ('completed', 'failed') and created_on <= ${last}`),
    )
    .toEqual([])
}

const signUp = (changes: Parameters<typeof goodSignUp>[0]) =>
  send(harness, submitSignUp, goodSignUp(changes), { address: freshIp() })
/** The gateway's identifier of a number. */
async function numberIdOf(number: string): Promise<string> {
  const billing = { street: '', city: '', region: '', postalCode: '', country: 'US' }
  const card = { number, cvv: '123', holder: 'Sam Doe', expiresMonth: 12, expiresYear: 2030, billing }
  const vaulted = await harness.payments.vault(card)
  return vaulted.kind === 'vaulted' ? String(vaulted.numberId) : ''
}

test('the card of a declined sign-up is deleted from the vault; the card of a paid one stays', async () => {
  expect(await leftBy(() => signUp({ number: DECLINED }))).toEqual({ atOnce: 1, inTheEnd: 0 })
  expect(await leftBy(() => signUp({ number: GOOD }))).toEqual({ atOnce: 1, inTheEnd: 1 })
})

test('a card refused by a block after its number is known does not stay in the vault', async () => {
  const number = '4012888888881881'
  const value = await numberIdOf(number)
  const now = harness.clock.now()
  const block = { kind: 'card', value, reason: 'Stolen', actor: 'operator:tests' } as const
  await addBlock(harness.db, { ...block, until: later(now, DAY) }, now)
  expect(await leftBy(() => signUp({ number }))).toEqual({ atOnce: 1, inTheEnd: 0 })
})

test('a card is deleted even if the process was killed before it could record the answer', async () => {
  isKilled = true
  expect(await leftBy(() => signUp({ number: GOOD }))).toEqual({ atOnce: 1, inTheEnd: 0 })
})

test('a card whose charge has no answer waits in the vault, and stays once it is paid', async () => {
  const form = goodSignUp({ number: TIMES_OUT })
  expect(await leftBy(() => send(harness, submitSignUp, form, { address: freshIp() }))).toEqual({
    atOnce: 1,
    inTheEnd: 1,
  })
  harness.clock.advance(DAY)
  await makeDue(harness.db, 'settle-order')
  await expect
    .poll(() => harness.db.maybe(sql`select state from orders where key = ${form.idempotency_key}`))
    .toEqual({ state: 'paid' })
  const stored = gateway.stored()
  await look()
  expect(gateway.stored()).toEqual(stored)
})

test('a new card that cannot pay the open bill is deleted; the one on file stays', async () => {
  const one = await subscribe(harness, { number: DECLINED })
  harness.clock.set('2026-12-15T06:00:00Z')
  await renewDue(harness)
  harness.clock.advance(3_600_000)
  const browser = await openBrowser(harness, one.email)
  const pay = (number: string) => browser.call(updateCard, { ...cardForm(number), open_cents: 14_900 })
  expect(await leftBy(() => pay(OUT_OF_FUNDS))).toEqual({ atOnce: 1, inTheEnd: 0 })
  expect(await leftBy(() => pay(GOOD))).toEqual({ atOnce: 1, inTheEnd: 1 })
})

test('a verified card put on file stays; one that the bank refuses is never stored', async () => {
  const one = await subscribe(harness)
  const browser = await openBrowser(harness, one.email)
  expect(await leftBy(() => browser.call(updateCard, cardForm(GOOD)))).toEqual({ atOnce: 1, inTheEnd: 1 })
  expect(await leftBy(() => browser.call(updateCard, cardForm(DECLINED)))).toEqual({ atOnce: 0, inTheEnd: 0 })
})

test('the card of a declined reactivation is deleted from the vault', async () => {
  const one = await subscribe(harness)
  await (await openBrowser(harness, one.email)).call(cancel, { reason: 'It costs too much', details: '' })
  harness.clock.set('2026-12-15T06:00:00Z')
  await renewDue(harness)
  const browser = await openBrowser(harness, one.email)
  const key = { total_cents: 14_900, idempotency_key: `back-${one.accountId}-declined` }
  const request = { ...cardForm(OUT_OF_FUNDS), ...key }
  const asking = async () =>
    expect((await browser.call(reactivateWithCard, request)).body).toEqual({
      errors: { number: [expect.any(String)] },
    })
  expect(await leftBy(asking)).toEqual({ atOnce: 1, inTheEnd: 0 })
})

/** Held because its number is that of an account closed for fraud. */
async function hold(number: string): Promise<number> {
  const { accountId } = await addAccount(harness.db, { email: freshEmail(), status: 'canceled' })
  const now = harness.clock.now()
  await harness.db.run(sql`update accounts set fraud_marked_at = ${now} where id = ${accountId}`)
  await harness.db.run(sql`
    insert into cards (account_id, gateway, gateway_token, brand, last_four, holder, expires_month, expires_year, number_id,
      created_at)
    values (${accountId}, 'braintree', ${`token-of-fraud-${number}`}, 'Visa', '2220', 'Sam Doe', 12, 2030,
      ${await numberIdOf(number)}, ${now})`)
  const form = goodSignUp({ number })
  const held = await leftBy(() => send(harness, submitSignUp, form, { address: freshIp() }))
  expect(held).toEqual({ atOnce: 1, inTheEnd: 1 })
  const { id } = await harness.db.one<{ id: number }>(
    sql`select id from orders where key = ${form.idempotency_key} and state = 'held'`,
  )
  return id
}

test('the card of a held sign-up stays in the vault until an operator has refused it', async () => {
  const id = await hold('4222222222222220')
  const stored = gateway.stored().length
  await refuseHeld(harness, { orderId: id, reason: 'Not them', actor: 'operator:tests' })
  await expect.poll(() => gateway.stored().length).toBe(stored - 1)
})

test('the card of a closed held sign-up is deleted even if its own job was given up', async () => {
  const id = await hold('4000000000000077')
  const stored = gateway.stored().length
  await harness.db.run(
    sql`update held_sign_ups set decision = 'expired', decided_at = ${harness.clock.now()} where order_id = ${id}`,
  )
  await harness.db.run(sql`update orders set state = 'voided' where id = ${id}`)
  await look()
  expect(gateway.stored().length).toBe(stored - 1)
  expect(
    await harness.db.one(sql`select gateway_token as token from held_sign_ups where order_id = ${id}`),
  ).toEqual({ token: null })
})
