import { afterEach, expect, test } from 'vitest'
import { submitSignUp } from '#contract/features/sign-up/calls.ts'
import { sql } from '#server/platform/db/sql.ts'
import { MINUTE } from '#server/ports/clock.ts'
import type { Payments } from '#server/ports/payments.ts'
import { makeDue } from '#server/test-kit/due-jobs.ts'
import { freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { sandboxFor } from '#server/test-kit/payments.ts'
import { send } from '#server/test-kit/send.ts'
import { goodSignUp } from '#server/test-kit/sign-ups.ts'

let harness: Harness
afterEach(() => harness.close())

/** The request is answered as paid, and another check follows at the time counted from the charge. */
async function paysDespiteTheLook(): Promise<void> {
  const form = goodSignUp()
  expect(await submit(form)).toMatchObject({ status: 200, body: { data: { status: 'registered' } } })
  expect(await orderOf(form.idempotency_key)).toEqual({ state: 'paid', accounts: 1 })
  expect(await looksToCome(form.idempotency_key)).toMatchObject([{ waits: { seconds: 45 } }])
}

const submit = (body: ReturnType<typeof goodSignUp>) =>
  send(harness, submitSignUp, body, { address: freshIp() })
const orderOf = (key: string) =>
  harness.db.one<{ state: string; accounts: number }>(sql`
    select state, (select count(*) from accounts) as accounts from orders where key = ${key}`)
/** Waits until a settling job has ended. */
const looked = (key: string) =>
  expect
    .poll(
      () =>
        harness.db.many(sql`
          select 1 from pgboss.job
          where name = 'settle-order' and data ->> 'key' = ${key} and state = 'completed'`),
      { timeout: 40_000 },
    )
    .toHaveLength(1)
const looksToCome = (key: string) =>
  harness.db.many(sql`
    select start_after - created_on as waits from pgboss.job
    where name = 'settle-order' and data ->> 'key' = ${key} and state = 'created'`)

async function withPayments(change: (real: Payments) => Partial<Payments>): Promise<void> {
  harness = await openHarness({
    works: true,
    payments: (db, clock) => {
      const real = sandboxFor(db, clock)
      return { ...real, ...change(real) }
    },
  })
}

/**
 * Makes settling due until the order reaches the expected state. Later checks keep their time: otherwise both
 * could be over before the test continues.
 */
async function settles(key: string, state: string): Promise<void> {
  await expect
    .poll(
      async () => {
        await makeDue(harness.db, 'settle-order')
        return (await orderOf(key)).state
      },
      { timeout: 40_000 },
    )
    .toBe(state)
}

test("a sign-up is never settled early, however far the application's clock is behind", async () => {
  harness = await openHarness({ now: '2026-01-15T15:00:00.000Z' })
  const form = goodSignUp()
  expect((await submit(form)).status).toBe(200)
  const settling = await harness.db.many(sql`
    select start_after - created_on as waits from pgboss.job
    where name = 'settle-order' and data ->> 'key' = ${form.idempotency_key}`)
  expect(settling).toMatchObject([{ waits: { seconds: 45 } }])
})

test('a gateway timeout after charging: confirming, then one account, never a second charge', async () => {
  await withPayments(() => ({}))
  const form = goodSignUp({ number: '4000-0000-0000-0119' })
  const first = await submit(form)
  expect([first.status, first.body]).toEqual([202, { data: { status: 'confirming' } }])
  expect(await submit(form)).toMatchObject({ status: 202 })
  await settles(form.idempotency_key, 'paid')
  const last = await submit(form)
  expect(last).toMatchObject({ status: 200, body: { data: { status: 'registered' } } })
  expect(await harness.db.one(sql`select count(*) as charges from sandbox_charges`)).toEqual({ charges: 1 })
  expect(await orderOf(form.idempotency_key)).toMatchObject({ accounts: 1 })
})

test('a charge that never reached the gateway is released, and the person learns of no charge', async () => {
  await withPayments(() => ({ charge: async () => ({ kind: 'unknown' }) }))
  const form = goodSignUp()
  expect(await submit(form)).toMatchObject({ status: 202 })
  harness.clock.advance(MINUTE)
  await settles(form.idempotency_key, 'voided')
  expect(await submit(form)).toMatchObject({
    status: 400,
    body: { errors: expect.stringContaining('nothing was charged') },
  })
  expect(await orderOf(form.idempotency_key)).toMatchObject({ accounts: 0 })
  const again = await submit({ ...form, idempotency_key: `${form.idempotency_key}-again` })
  expect(again.status).toBe(202)
})

test('querying the gateway during the charge drops nothing: it is paid, and the answer says so', async () => {
  await withPayments((real) => ({
    // Storing the card took so long that settling begins before the charge has reached the gateway.
    charge: async (order) => {
      await makeDue(harness.db, 'settle-order')
      await looked(order.key)
      return real.charge(order)
    },
  }))
  await paysDespiteTheLook()
})

test('a charge sent while the gateway is queried about it is not dropped', async () => {
  const request = Promise.withResolvers<void>()
  const charging = Promise.withResolvers<void>()
  await withPayments((real) => ({
    vault: async (...given) => {
      await makeDue(harness.db, 'settle-order')
      await request.promise
      return real.vault(...given)
    },
    find: async () => {
      request.resolve()
      await charging.promise
      return { kind: 'absent' }
    },
    charge: async (order) => {
      charging.resolve()
      await looked(order.key)
      return real.charge(order)
    },
  }))
  await paysDespiteTheLook()
})

test('a charge with a broken connection may still arrive: it is not dropped early, and gets paid', async () => {
  let arrive = async (): Promise<unknown> => undefined
  await withPayments((real) => ({
    charge: async (order) => {
      arrive = () => real.charge(order)
      return { kind: 'unknown' }
    },
  }))
  const form = goodSignUp()
  expect(await submit(form)).toMatchObject({ status: 202 })
  await makeDue(harness.db, 'settle-order')
  await looked(form.idempotency_key)
  expect(await orderOf(form.idempotency_key)).toEqual({ state: 'unknown', accounts: 0 })
  expect(await looksToCome(form.idempotency_key)).toMatchObject([{ waits: { seconds: 45 } }])
  await arrive()
  await settles(form.idempotency_key, 'paid')
  expect(await submit(form)).toMatchObject({ status: 200, body: { data: { status: 'registered' } } })
})

test('a charge that appears after the order was released is refunded', async () => {
  let isHidden = true
  await withPayments((real) => ({
    charge: async (order) => {
      await real.charge(order)
      return { kind: 'unknown' }
    },
    find: async (key) => (isHidden ? { kind: 'absent' } : real.find(key)),
  }))
  const form = goodSignUp()
  await submit(form)
  harness.clock.advance(MINUTE)
  await settles(form.idempotency_key, 'voided')
  isHidden = false
  await expect
    .poll(
      async () => {
        await makeDue(harness.db, 'void-late-charge')
        return harness.db.one(sql`select voided_at is not null as voided from sandbox_charges`)
      },
      { timeout: 40_000 },
    )
    .toEqual({ voided: true })
  expect(await orderOf(form.idempotency_key)).toEqual({ state: 'voided', accounts: 0 })
})

test('an unreachable gateway is queried again until it answers', async () => {
  let requestCount = 0
  await withPayments((real) => ({
    find: async (key) => {
      requestCount += 1
      if (requestCount < 3) throw new Error('the gateway is away')
      return real.find(key)
    },
  }))
  const form = goodSignUp({ number: '4000-0000-0000-0119' })
  await submit(form)
  await settles(form.idempotency_key, 'paid')
  expect(requestCount).toBeGreaterThanOrEqual(3)
})

test("a gateway down before any charge charges nothing, says so, and is nobody's decline", async () => {
  await withPayments(() => ({ vault: async () => ({ kind: 'unknown' }) }))
  const form = goodSignUp()
  for (let tries = 0; tries < 7; tries += 1) {
    const answer = await submit({ ...form, idempotency_key: `${form.idempotency_key}-${tries}` })
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: expect.stringContaining('could not reach the bank, and nothing was charged') },
    })
  }
})

test('an order closed while the card was being stored sends no charge', async () => {
  await withPayments((real) => ({
    vault: async (card) => {
      await harness.db.run(sql`update orders set state = 'voided', customer = null`)
      return real.vault(card)
    },
  }))
  expect(await submit(goodSignUp())).toMatchObject({
    status: 400,
    body: { errors: expect.stringContaining('nothing was charged') },
  })
  expect(await harness.db.one(sql`select count(*) as charges from sandbox_charges`)).toEqual({ charges: 0 })
})

test('a paid account is provisioned, becomes active, and its owner is told', async () => {
  await withPayments(() => ({}))
  const form = goodSignUp()
  await submit(form)
  await expect
    .poll(
      async () => {
        await makeDue(harness.db, 'set-up-account')
        return harness.db.one(
          sql`select a.status, s.state from accounts a join set_ups s on s.account_id = a.id`,
        )
      },
      { timeout: 40_000 },
    )
    .toEqual({ status: 'active', state: 'done' })
  expect(await harness.db.many(sql`select purpose from mails order by id`)).toEqual([
    { purpose: 'receipt' },
    { purpose: 'ready' },
  ])
})
