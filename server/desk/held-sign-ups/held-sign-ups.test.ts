// On PostgreSQL: two of its requests race.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refuseSignUp, releaseSignUp } from '#contract/desk/held-sign-ups.ts'
import { saveUnfinishedSignUp } from '#contract/features/sign-up/calls.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY, HOUR } from '#server/ports/clock.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { openDesk, type TestDesk } from '#server/test-kit/desk.ts'
import { freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { addFraudAccount, booksOf, holdSignUp } from '#server/test-kit/held-sign-ups.ts'
import { send } from '#server/test-kit/send.ts'
import { goodSignUp } from '#server/test-kit/sign-ups.ts'

let harness: Harness
let desk: TestDesk
beforeAll(async () => {
  harness = await openHarness()
  desk = await openDesk(harness)
  await addFraudAccount(harness)
})
afterAll(async () => {
  await desk.close()
  await harness.close()
})

test('if two operators release and refuse a sign-up at once, one decides and the other is told', async () => {
  const held = await holdSignUp(harness)
  const [one, other] = [await desk.as('money'), await desk.as('money')]
  expect((await one.get('/desk/held-sign-ups/')).values).toMatchObject({
    rows: [{ order: held.id, email: held.email, card: 'Visa 9235' }],
  })
  const answers = await Promise.all([
    one.send(releaseSignUp, { order_id: held.id, reason: 'Called the person' }),
    other.send(refuseSignUp, { order_id: held.id, reason: 'Stolen card' }),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  const refused = answers.find(({ status }) => status === 400)
  expect(String(refused?.body.errors)).toMatch(/was already (?:released|refused) by operator:/)
  const books = await booksOf(harness, String(held.form.idempotency_key))
  const isReleased = answers[0]?.status === 200
  expect(books).toMatchObject({ state: isReleased ? 'paid' : 'refused', taken: isReleased ? 1 : 0 })
  expect((await one.get('/desk/held-sign-ups/')).values).toMatchObject({ rows: [] })
})

test('a release charges and names the account; reason and operator are in the audit log', async () => {
  const held = await holdSignUp(harness)
  const money = await desk.as('money')
  const { body } = await money.send(releaseSignUp, { order_id: held.id, reason: 'Called the person' })
  expect(body).toMatchObject({
    data: { said: expect.stringMatching(/^Sign-up \d+ is paid: \$[\d.]+, account \d{6}\.$/) },
  })
  expect(
    await harness.db.one(sql`select actor, details from audit where action = 'sign-up-released'
      and (details->>'order')::bigint = ${held.id}`),
  ).toEqual({
    actor: `operator:${money.email}`,
    details: { order: held.id, reason: 'Called the person' },
  })
})

test('the desk does not release what was blocked since it was held', async () => {
  const [first, second] = [await holdSignUp(harness), await holdSignUp(harness)]
  const money = await desk.as('money')
  const blocked = { order_id: first.id, reason: 'Stolen card', block_until: '2099-01-01' }
  expect((await money.send(refuseSignUp, blocked)).status).toBe(200)
  const release = () => money.send(releaseSignUp, { order_id: second.id, reason: 'Called the person' })
  const { status, body } = await release()
  expect([status, body.errors]).toEqual([
    400,
    expect.stringMatching(
      /^The card of sign-up \d+ is blocked \(block \d+: Stolen card\)\. To release the sign-up, first remove /,
    ),
  ])
  expect(await booksOf(harness, String(second.form.idempotency_key))).toMatchObject({
    state: 'held',
    taken: 0,
  })
  await harness.db.run(sql`delete from blocks`)
  expect((await release()).status).toBe(200)
})

test('a refusal can block until a future day, and needs the money role', async () => {
  const held = await holdSignUp(harness)
  const [helper, money] = [await desk.as('helper'), await desk.as('money')]
  const body = { order_id: held.id, reason: 'Stolen card', block_until: '2026-11-01' }
  expect((await helper.send(refuseSignUp, body)).status).toBe(403)
  expect((await helper.send(releaseSignUp, body)).status).toBe(403)
  const past = await money.send(refuseSignUp, body)
  expect(past.body).toEqual({ errors: { block_until: ['Choose a time in the future.'] } })
  expect((await money.send(refuseSignUp, { ...body, block_until: '2027-02-30' })).status).toBe(400)
  const done = await money.send(refuseSignUp, { ...body, block_until: '2030-01-01' })
  expect(done.body).toMatchObject({
    data: {
      said: `Sign-up ${held.id} is refused. Nothing was charged. Blocked: 2 of its card, device and address.`,
    },
  })
})

test("the typed billing country and the customer's state are shown separately", async () => {
  await harness.db.run(sql`delete from blocks`)
  const canada = {
    same_billing_address: false,
    country_code_alpha2: 'CA',
    locality: 'Toronto',
    region: 'ON',
    postal_code: 'M5V 2T6',
    street_address: '1 King St W',
  }
  const held = await holdSignUp(harness, canada)
  const { values } = await (await desk.as('reader')).get('/desk/held-sign-ups/')
  expect(values.rows).toContainEqual(
    expect.objectContaining({ order: held.id, billingCountry: 'CA', customerState: 'IL' }),
  )
})

test('a refused applicant, or one with an account by now, is not offered help to sign up', async () => {
  await harness.db.run(sql`delete from blocks`)
  const held = await holdSignUp(harness)
  const [refused, joined, left] = [held.form, goodSignUp(), goodSignUp()]
  for (const form of [refused, joined, left])
    await send(harness, saveUnfinishedSignUp, form, { address: freshIp() })
  harness.clock.advance(2 * HOUR)
  const money = await desk.as('money')
  const listed = async () => {
    const { values } = await money.get('/desk/queues/left/')
    return [refused, joined, left].map(({ email }) => JSON.stringify(values).includes(`"${email}"`))
  }
  expect(await listed()).toEqual([false, true, true])
  const refusal = { order_id: held.id, reason: 'Stolen card' }
  expect((await money.send(refuseSignUp, refusal)).status).toBe(200)
  await addAccount(harness.db, { email: String(joined.email) })
  expect(await listed()).toEqual([false, false, true])
})

test('an expired one cannot be released', async () => {
  await harness.db.run(sql`delete from blocks`)
  const held = await holdSignUp(harness)
  harness.clock.advance(DAY)
  const money = await desk.as('money')
  const late = await money.send(releaseSignUp, { order_id: held.id, reason: 'x' })
  expect(late.body).toEqual({ errors: `The day of sign-up ${held.id} is over. It is being closed.` })
})
