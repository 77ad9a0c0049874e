// On PostgreSQL: two of its requests race.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { signIn } from '#contract/features/sign-in.ts'
import { submitSignUp } from '#contract/features/sign-up/calls.ts'
import { addBlock, removeBlock } from '#server/billing/blocks/blocks.ts'
import { sql } from '#server/platform/db/sql.ts'
import { isRefused } from '#server/platform/refusal.ts'
import { DAY, HOUR, MINUTE } from '#server/ports/clock.ts'
import type { Payments } from '#server/ports/payments.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { addFraudAccount, booksOf, holdSignUp } from '#server/test-kit/held-sign-ups.ts'
import { mailsTo } from '#server/test-kit/mails.ts'
import { sandboxFor } from '#server/test-kit/payments.ts'
import { send } from '#server/test-kit/send.ts'
import type { goodSignUp } from '#server/test-kit/sign-ups.ts'
import { expireHeld, listHeld, refuseHeld, releaseHeld } from './decide-held.ts'
import { settleLostOrder } from './settle-order.ts'

let harness: Harness
/** Replaces the gateway's charge. */
let charge: ((real: Payments) => Payments['charge']) | undefined
beforeEach(async () => {
  charge = undefined
  harness = await openHarness({
    payments: (db, clock): Payments => {
      const real = sandboxFor(db, clock)
      return { ...real, charge: (order) => (charge?.(real) ?? real.charge)(order) }
    },
  })
  await addFraudAccount(harness)
})
afterEach(() => harness.close())

const repeat = (body: ReturnType<typeof goodSignUp>) =>
  send(harness, submitSignUp, body, { address: freshIp() })
const actor = 'operator:tests'
const release = (orderId: number) => releaseHeld(harness, { orderId, actor, reason: 'A customer' })
const listed = () => listHeld(harness.db, harness.clock.now(), 100)
const lastAction = async () =>
  (
    await harness.db.one<{ action: string }>(sql`
    select action from audit where actor = ${actor} order by id desc limit 1`)
  ).action
const paidOnce = { state: 'paid', charges: 1, taken: 1, accounts: 1, hasNumber: false, hasCustomer: false }
const uncharged = { taken: 0, accounts: 0, hasNumber: false, hasCustomer: false }

test('the list shows how long each has waited, why, with which card and from where', async () => {
  const { id, email } = await holdSignUp(harness)
  harness.clock.advance(3 * HOUR)
  const [row] = await listed()
  expect(row).toMatchObject({
    order: id,
    ageMinutes: 180,
    why: 'card of an account closed for fraud',
    email,
    card: 'Visa 9235',
    billingCountry: 'US',
    customerState: 'IL',
    amountCents: 14900,
    address: expect.stringMatching(/^\d+\./),
  })
})

test('released: charged as shown despite new prices, with account, receipt and provisioning', async () => {
  const { id, form, email } = await holdSignUp(harness)
  await harness.db.run(sql`
    insert into price_lists (valid_from, prices, created_at)
    select ${harness.clock.now()}, '{"TRIPLE_LINE_POWER_DIALER": 99900}', ${harness.clock.now()}`)
  harness.clock.advance(HOUR)
  expect(await release(id)).toMatchObject({ state: 'paid', amountCents: 14_900, pin: expect.any(String) })
  expect(await lastAction()).toBe('sign-up-released')
  expect(await booksOf(harness, form.idempotency_key)).toEqual(paidOnce)
  expect(await mailsTo(harness, email, 'receipt')).toHaveLength(1)
  expect(await harness.db.one(sql`select count(*) from set_ups`)).toEqual({ count: 1 })
  expect(await harness.db.one(sql`select gateway_token from held_sign_ups`)).toEqual({ gateway_token: null })
  expect(await harness.db.one(sql`select number_id from cards order by id desc limit 1`)).toEqual({
    number_id: 'sandbox-number-of-fraud',
  })
  expect(await repeat(form)).toMatchObject({ status: 200, body: { data: { status: 'registered' } } })
  await harness.db.run(sql`update accounts set status = 'active' where status = 'pending'`)
  const signedIn = await send(harness, signIn, { email, password: 'password1' }, { address: freshIp() })
  expect(signedIn.status).toBe(200)
  expect(await listed()).toEqual([])
  const late = { errors: `Sign-up ${id} was already released by operator:tests.` }
  expect(await release(id)).toMatchObject(late)
  expect(await refuseHeld(harness, { orderId: id, reason: 'late', actor })).toMatchObject(late)
})

test('released and declined: nothing charged, and the person gets a link to sign up again', async () => {
  const { id, form, email } = await holdSignUp(harness)
  charge = () => async () => ({ kind: 'declined', reason: 'declined' })
  expect(await release(id)).toMatchObject({ state: 'declined' })
  expect(await booksOf(harness, form.idempotency_key)).toEqual({
    state: 'declined',
    charges: 1,
    ...uncharged,
  })
  const mails = await mailsTo(harness, email, 'sign-up-declined')
  expect(mails).toHaveLength(1)
  expect(mails[0]?.plain).toContain('Your bank declined the payment. Nothing was charged')
  expect(mails[0]?.plain).toContain('/sign-up/step-1?triple=1')
})

test("if a released charge's answer is lost, it is looked up later: one account, one charge", async () => {
  const { id, form, email } = await holdSignUp(harness)
  charge = (real) => async (sent) => {
    await real.charge(sent)
    return { kind: 'unknown' }
  }
  expect(await release(id)).toMatchObject({ state: 'unknown' })
  expect(await repeat(form)).toMatchObject({ status: 202, body: { data: { status: 'confirming' } } })
  harness.clock.advance(MINUTE)
  await settleLostOrder(harness, form.idempotency_key)
  await settleLostOrder(harness, form.idempotency_key)
  expect(await booksOf(harness, form.idempotency_key)).toEqual(paidOnce)
  expect(await mailsTo(harness, email, 'receipt')).toHaveLength(1)
})

test('a charge that never reached the gateway is dropped, and the person is told', async () => {
  const { id, form, email } = await holdSignUp(harness)
  charge = () => async () => ({ kind: 'unknown' })
  await release(id)
  harness.clock.advance(MINUTE)
  await settleLostOrder(harness, form.idempotency_key)
  expect(await booksOf(harness, form.idempotency_key)).toEqual({ state: 'voided', charges: 1, ...uncharged })
  expect(await mailsTo(harness, email, 'sign-up-not-charged')).toHaveLength(1)
})

test('killed after the release but before recording the charge: the job charges it once', async () => {
  const { id, form } = await holdSignUp(harness)
  charge = () => () => Promise.reject(new Error('killed'))
  const note = sql`select state from orders where id = ${id}`
  await expect(release(id)).rejects.toThrow('killed')
  expect(await harness.db.one(note)).toEqual({ state: 'intent' })
  // As if the process had ended between its two transactions.
  await harness.db.run(sql`delete from charges where key = ${form.idempotency_key}`)
  charge = undefined
  await Promise.all([1, 2, 3].map(() => settleLostOrder(harness, form.idempotency_key).catch(() => {})))
  expect(await booksOf(harness, form.idempotency_key)).toEqual(paidOnce)
})

test('the job does not drop a charge in progress', async () => {
  const { id, form } = await holdSignUp(harness)
  const answer = Promise.withResolvers<void>()
  const sent = Promise.withResolvers<void>()
  charge = (real) => async (order) => {
    sent.resolve()
    await answer.promise
    return real.charge(order)
  }
  const released = release(id)
  await sent.promise
  const looks = () =>
    harness.db.many(sql`
      select 1 from pgboss.job
      where name = 'settle-order' and data ->> 'key' = ${form.idempotency_key} and state = 'created'`)
  const before = (await looks()).length
  await settleLostOrder(harness, form.idempotency_key)
  expect(await looks()).toHaveLength(before + 1)
  answer.resolve()
  expect(await released).toMatchObject({ state: 'paid' })
  expect(await booksOf(harness, form.idempotency_key)).toEqual(paidOnce)
})

test('refused: nothing charged, the number released, the person told without the reason', async () => {
  const { id, form, email } = await holdSignUp(harness)
  await refuseHeld(harness, { orderId: id, reason: 'stolen card', actor })
  expect(await lastAction()).toBe('sign-up-refused')
  expect(await booksOf(harness, form.idempotency_key)).toEqual({ state: 'refused', charges: 0, ...uncharged })
  const mails = await mailsTo(harness, email, 'sign-up-refused')
  expect(mails).toHaveLength(1)
  expect(mails[0]?.plain).not.toContain('stolen')
  expect(await repeat(form)).toMatchObject({
    status: 400,
    body: { errors: 'We could not accept this sign-up, and nothing was charged. Please call us for help.' },
  })
})

test('two operators, a refusal and the deadline at once: one decision, and only its mail', async () => {
  const ends = new Set<string>()
  for (let round = 0; round < 6; round += 1) {
    const { id, form, email } = await holdSignUp(harness)
    const until = round % 2 === 1
    if (until) harness.clock.advance(DAY)
    const answers = await Promise.all([
      releaseHeld(harness, { orderId: id, actor: 'operator:one', reason: 'yes' }),
      releaseHeld(harness, { orderId: id, actor: 'operator:two', reason: 'yes' }),
      refuseHeld(harness, { orderId: id, reason: 'no', actor: 'operator:three' }),
      expireHeld(harness),
    ])
    const taken = answers.filter((answer) => answer !== undefined && !isRefused(answer))
    expect(taken).toHaveLength(until ? 0 : 1)
    const { state, taken: money, accounts } = await booksOf(harness, form.idempotency_key)
    expect(money).toBe(state === 'paid' ? 1 : 0)
    expect(accounts).toBe(money)
    const told = await harness.db.many<{ purpose: string }>(sql`
      select purpose from mails where recipient = ${email} and purpose <> 'sign-up-held'`)
    expect(told).toHaveLength(1)
    ends.add(state)
  }
  expect(ends.has('voided')).toBe(true)
})

test('cannot be released if blocked since it was held, until the block is removed', async () => {
  const onDevice = { SEONPayload: btoa(JSON.stringify({ device: 'machine one' })) }
  for (const kind of ['card', 'device', 'address'] as const) {
    const { id, form } = await holdSignUp(harness, onDevice)
    const came = await harness.db.one<Record<typeof kind, string>>(sql`
      select number_id as card, device, ip as address from held_sign_ups where order_id = ${id}`)
    const stolen = { kind, value: came[kind], until: new Date('2099-01-01'), reason: 'stolen cards', actor }
    const block = await addBlock(harness.db, stolen, harness.clock.now())
    expect(await release(id)).toMatchObject({
      errors: `The ${kind} of sign-up ${id} is blocked (block ${block.id}: stolen cards). To release the sign-up, first remove the block in Settings, under Blocks.`,
    })
    expect(await booksOf(harness, form.idempotency_key)).toMatchObject({
      state: 'held',
      charges: 0,
      taken: 0,
    })
    await removeBlock(harness.db, { id: block.id, actor, reason: 'A mistake' }, harness.clock.now())
    expect(await release(id)).toMatchObject({ state: 'paid' })
    expect(await booksOf(harness, form.idempotency_key)).toEqual(paidOnce)
  }
})

test('if the email has an account by now, nothing is charged and the person is told', async () => {
  const { id, form, email } = await holdSignUp(harness)
  await addAccount(harness.db, { email })
  expect(await release(id)).toMatchObject({ state: 'voided' })
  expect(await booksOf(harness, form.idempotency_key)).toMatchObject({
    state: 'voided',
    charges: 0,
    taken: 0,
  })
  const mails = await mailsTo(harness, email, 'sign-up-has-account')
  expect(mails[0]?.plain).toContain('we did not charge you')
})

test('a charge already sent decides, even if the email has an account by now', async () => {
  const { id, form, email } = await holdSignUp(harness)
  charge = (real) => async (request) => {
    await real.charge(request)
    throw new Error('Killed')
  }
  await expect(release(id)).rejects.toThrow('Killed')
  await addAccount(harness.db, { email })
  harness.clock.advance(HOUR)
  await settleLostOrder(harness, form.idempotency_key)
  expect(await booksOf(harness, form.idempotency_key)).toMatchObject({ state: 'paid', charges: 1, taken: 1 })
  expect(await mailsTo(harness, email, 'sign-up-has-account')).toEqual([])
})

test('an unknown order is not found', async () => {
  expect(await release(999_999)).toMatchObject({ errors: 'There is no held sign-up 999999.' })
})
