// On PostgreSQL: two of its requests race.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lookUpEmail, saveUnfinishedSignUp, submitSignUp } from '#contract/features/sign-up/calls.ts'
import { expireHeld } from '#server/billing/orders/decide-held.ts'
import { dropHeldToken } from '#server/billing/orders/hold-order.ts'
import { settleLostOrder } from '#server/billing/orders/settle-order.ts'
import { tidy } from '#server/features/background/tidying/tidy.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY, HOUR, MINUTE } from '#server/ports/clock.ts'
import { makeDue } from '#server/test-kit/due-jobs.ts'
import { freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { addFraudAccount, booksOf, HELD_CARD, holdSignUp } from '#server/test-kit/held-sign-ups.ts'
import { mailsTo } from '#server/test-kit/mails.ts'
import { sandboxFor } from '#server/test-kit/payments.ts'
import { send } from '#server/test-kit/send.ts'
import { goodSignUp } from '#server/test-kit/sign-ups.ts'

const REVIEW = { data: { status: 'confirming', review: true } }
let harness: Harness
beforeEach(async () => {
  harness = await openHarness()
  await addFraudAccount(harness)
})
afterEach(() => harness.close())

const submit = (body: ReturnType<typeof goodSignUp>, cookie = '', address = freshIp()) =>
  send(harness, submitSignUp, body, { address, headers: { cookie } })
const onDevice = (device: string) => ({ SEONPayload: btoa(JSON.stringify({ device })) })

test('a held sign-up keeps the card in the vault, charges nothing, and mails the person', async () => {
  const { form, email, status, body } = await holdSignUp(harness)
  expect([status, body]).toEqual([202, REVIEW])
  expect(await booksOf(harness, form.idempotency_key)).toEqual({
    state: 'held',
    charges: 0,
    taken: 0,
    accounts: 0,
    hasNumber: true,
    hasCustomer: true,
  })
  expect(
    await harness.db.one(sql`
      select why, brand, last_four, card_country, until - held_at as waits, gateway_token is not null as vaulted
      from held_sign_ups`),
  ).toMatchObject({
    why: 'card of an account closed for fraud',
    last_four: '9235',
    card_country: 'US',
    vaulted: true,
  })
  const [mail] = await mailsTo(harness, email, 'sign-up-held')
  expect(mail?.subject).toBe('We are checking your sign-up')
  expect(mail?.plain).toContain('within a day')
  expect(mail?.plain).toContain('Nothing has been charged')
  expect(mail?.plain).toContain('$149.00 to your Visa card ending in 9235')
})

test('a repeat gets the same answer, even with another body or key, and nothing is held twice', async () => {
  const { form, email, cookies } = await holdSignUp(harness)
  const cookie = `sign-up=${cookies['sign-up']}`
  expect(await submit(form)).toMatchObject({ status: 202, body: REVIEW })
  const under = { data: REVIEW.data, errors: expect.stringContaining('We are checking your sign-up.') }
  expect(await submit({ ...form, address: '5 Elm Street' })).toMatchObject({ status: 409, body: under })
  const another = { ...form, idempotency_key: `${form.idempotency_key}-2` }
  expect(await submit(another, cookie)).toMatchObject({ status: 409, body: under })
  const headers = { cookie }
  const lookedUp = await send(harness, lookUpEmail, { email }, { address: freshIp(), headers })
  expect(lookedUp.body).toMatchObject({ data: { order: 'confirming', review: true } })
  const saved = await send(harness, saveUnfinishedSignUp, form, { address: freshIp(), headers })
  expect(saved).toMatchObject({ status: 409, body: under })
  expect(await harness.db.one(sql`select count(*) from held_sign_ups`)).toEqual({ count: 1 })
  expect(await mailsTo(harness, email, 'sign-up-held')).toHaveLength(1)
})

test('another visitor with the same email is told of the review, and never to use another email', async () => {
  const { form } = await holdSignUp(harness)
  const other = await submit({
    ...form,
    idempotency_key: `${form.idempotency_key}-3`,
    number: '4111-1111-1111-1111',
  })
  expect(other.status).toBe(400)
  const said = JSON.stringify(other.body)
  expect(said).toContain('We are checking a sign-up with this email. Nothing has been charged.')
  expect(said).not.toContain('different email')
  expect(await harness.db.one(sql`select count(*) from sandbox_charges`)).toEqual({ count: 0 })
})

test('while an email is under review, repeated sign-ups with it hash nothing', async () => {
  const { form } = await holdSignUp(harness)
  const hash = vi.spyOn(harness.passwords, 'hash')
  const address = freshIp()
  for (let number = 1; number <= 3; number += 1) {
    const repeated = { ...form, email: form.email?.toUpperCase(), confirmEmail: form.email?.toUpperCase() }
    const idempotency_key = `${form.idempotency_key}-${number}`
    const { status, body } = await submit({ ...repeated, idempotency_key }, '', address)
    expect(status).toBe(400)
    expect(JSON.stringify(body)).toContain('We are checking a sign-up with this email.')
  }
  expect(hash).not.toHaveBeenCalled()
})

test('a sixth sign-up on one device is held, up to a limit', async () => {
  const sixth = (number: number) =>
    submit(goodSignUp({ ...onDevice('shared'), expiration_date_0: String((number % 12) + 1) }))
  for (let number = 0; number < 5; number += 1) expect((await sixth(number)).status).toBe(200)
  for (let number = 5; number < 10; number += 1) expect((await sixth(number)).body).toEqual(REVIEW)
  expect(await sixth(10)).toMatchObject({
    status: 400,
    body: { errors: expect.stringContaining('We cannot take another sign-up online today') },
  })
  expect(await harness.db.many(sql`select distinct why from held_sign_ups`)).toEqual([
    { why: 'sign-ups on one device' },
  ])
})

test('what the gateway did not accept takes no place in the queue', async () => {
  const cards = [1, 2, 3, 4, 5].map((month) => ({ ...onDevice('shared'), expiration_date_0: String(month) }))
  for (const card of cards) expect((await submit(goodSignUp(card))).status).toBe(200)
  const { vault } = harness.payments
  harness.payments.vault = async () => ({ kind: 'unknown' })
  for (const card of cards) expect((await submit(goodSignUp(card))).body).not.toEqual(REVIEW)
  harness.payments.vault = vault
  for (const card of cards) expect((await submit(goodSignUp(card))).body).toEqual(REVIEW)
  expect((await submit(goodSignUp(cards[0]))).body.errors).toContain('We cannot take another sign-up')
})

test('a foreign card is accepted at first, and held after two declines from its address', async () => {
  const address = freshIp()
  const inToronto = {
    country_code_alpha2: 'CA',
    same_billing_address: false,
    street_address: '1 King Street',
    locality: 'Toronto',
    region: 'ON',
    postal_code: 'M5H 1A1',
  }
  const abroad = (changes = {}) => submit(goodSignUp({ ...inToronto, ...changes }), '', address)
  expect((await abroad()).status).toBe(200)
  await abroad({ number: '4000-0000-0000-0002' })
  await submit(goodSignUp({ number: '4000-0000-0000-0002', expiration_date_0: '3' }), '', address)
  expect((await abroad()).body).toEqual(REVIEW)
  expect((await submit(goodSignUp(), '', address)).status).toBe(200)
})

test('the settling job leaves a held order alone', async () => {
  const { form } = await holdSignUp(harness)
  harness.clock.advance(HOUR)
  await settleLostOrder(harness, form.idempotency_key)
  expect(await booksOf(harness, form.idempotency_key)).toMatchObject({ state: 'held' })
})

test('without a decision in a day: closed uncharged, number released, card deleted, person told', async () => {
  const { form, email } = await holdSignUp(harness)
  harness.clock.advance(DAY - MINUTE)
  await expireHeld(harness)
  expect(await booksOf(harness, form.idempotency_key)).toMatchObject({ state: 'held' })
  harness.clock.advance(MINUTE)
  await Promise.all([expireHeld(harness), expireHeld(harness)])
  const closed = { state: 'voided', charges: 0, taken: 0, accounts: 0, hasNumber: false, hasCustomer: false }
  expect(await booksOf(harness, form.idempotency_key)).toEqual(closed)
  const mails = await mailsTo(harness, email, 'sign-up-expired')
  expect(mails).toHaveLength(1)
  expect(mails[0]?.plain).toContain('Nothing was charged')
  expect(mails[0]?.plain).toContain('/sign-up/step-1?triple=1')
  expect(await submit(form)).toMatchObject({
    status: 400,
    body: { errors: expect.stringContaining('Nothing was charged. Please sign up again.') },
  })
  const again = await submit(goodSignUp({ email, number: '4111-1111-1111-1111' }))
  expect(again.status).toBe(200)
})

test('the card of a closed sign-up is deleted at the gateway, even if that takes several attempts', async () => {
  await harness.close()
  let requestCount = 0
  harness = await openHarness({
    works: true,
    payments: (db, clock) => {
      const real = sandboxFor(db, clock)
      return {
        ...real,
        async deleteCard(token) {
          requestCount += 1
          if (requestCount < 2) throw new Error('the gateway is away')
          return real.deleteCard(token)
        },
      }
    },
  })
  await addFraudAccount(harness)
  await holdSignUp(harness)
  harness.clock.advance(DAY)
  await expireHeld(harness)
  await expect
    .poll(
      async () => {
        await makeDue(harness.db, 'forget-held-card')
        return harness.db.one(sql`
          select h.gateway_token is null as gone, c.behaviour from held_sign_ups h, sandbox_cards c`)
      },
      { timeout: 40_000 },
    )
    .toEqual({ gone: true, behaviour: 'declined' })
  expect(requestCount).toBe(2)
})

test('decided ones are deleted after ninety days, unless waiting or with a card in the vault', async () => {
  const { id } = await holdSignUp(harness)
  await tidy(harness)
  harness.clock.advance(DAY)
  await expireHeld(harness)
  const row = sql`select 1 from held_sign_ups where order_id = ${id}`
  await dropHeldToken(harness.db, id)
  harness.clock.advance(90 * DAY - 1)
  await tidy(harness)
  expect(await harness.db.maybe(row)).toBeDefined()
  harness.clock.advance(1)
  await tidy(harness)
  expect(await harness.db.maybe(row)).toBeUndefined()
  const second = await holdSignUp(harness)
  harness.clock.advance(DAY)
  await expireHeld(harness)
  harness.clock.advance(91 * DAY)
  await tidy(harness)
  const kept = await harness.db.maybe(sql`select 1 from held_sign_ups where order_id = ${second.id}`)
  expect(kept).toBeDefined()
})

test('the page of a held sign-up recognizes its cookie and shows others nothing', async () => {
  const { form, cookies } = await holdSignUp(harness)
  const open = (cookie: string) =>
    harness.app.inject({ url: '/sign-up/review/', headers: { cookie }, remoteAddress: freshIp() })
  const own = await open(`sign-up=${cookies['sign-up']}`)
  expect(own.body).toContain('$149.00')
  expect(own.headers['cache-control']).toBe('no-store')
  expect((await open('')).body).not.toContain('$149.00')
  await harness.db.run(sql`update orders set state = 'paid' where key = ${form.idempotency_key}`)
  const paid = await open(`sign-up=${cookies['sign-up']}`)
  expect([paid.statusCode, paid.headers.location]).toEqual([302, '/login/?status=registered'])
})

test('no card number or code of a held sign-up is stored or logged', async () => {
  await holdSignUp(harness)
  const rows = JSON.stringify(await harness.db.many(sql`select * from held_sign_ups`))
  expect(rows + harness.logged()).not.toContain(HELD_CARD.replaceAll('-', ''))
  expect(rows).not.toContain(HELD_CARD)
})
