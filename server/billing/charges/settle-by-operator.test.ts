import { afterAll, beforeAll, expect, test } from 'vitest'
import { changePlan } from '#contract/features/plan.ts'
import { submitSignUp } from '#contract/features/sign-up/calls.ts'
import type { MoneyOperator } from '#server/billing/approvals/request-money.ts'
import { giveBackCharge } from '#server/billing/orders/give-back.ts'
import { listUnanswered } from '#server/billing/queues/unsettled-money.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { endSubscription } from '#server/billing/subscriptions/subscription.ts'
import { OLDEST } from '#server/platform/db/cursor.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY } from '#server/ports/clock.ts'
import type { Payments } from '#server/ports/payments.ts'
import { openDesk } from '#server/test-kit/desk.ts'
import { freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { sandboxFor, withoutAnswers } from '#server/test-kit/payments.ts'
import { send } from '#server/test-kit/send.ts'
import { goodSignUp } from '#server/test-kit/sign-ups.ts'
import { signedInAs } from '#server/test-kit/signed-in.ts'
import { DECLINED_AT_RENEWAL, subscribe, TIMES_OUT } from '#server/test-kit/subscriptions.ts'
import { settleByOperator } from './settle-by-operator.ts'
import type { OperatorsWord } from './settle-charge.ts'

let harness: Harness
let operator: MoneyOperator
let isGatewayAway = false

beforeAll(async () => {
  harness = await openHarness({
    payments: (db, clock): Payments => {
      const real = sandboxFor(db, clock)
      return { ...real, find: async (key) => (isGatewayAway ? { kind: 'unknown' } : real.find(key)) }
    },
  })
  const desk = await openDesk(harness)
  const { id, email } = await desk.as('money')
  operator = { id, actor: `operator:${email}` }
  await desk.close()
})
afterAll(() => harness.close())

const settle = (chargeId: number, word?: OperatorsWord) =>
  settleByOperator(harness, { chargeId, word, operator, reason: 'The dashboard shows it' })
const refusing = (text: string) => ({ errors: expect.stringContaining(text) })
const charges = async () => {
  const listed = await listUnanswered(harness.db, OLDEST, { before: harness.clock.now(), atMost: 100 })
  return listed.filter(({ kind }) => kind === 'charge')
}
const accountsOf = async (email: string) =>
  (await harness.db.many(sql`select 1 from agents where email_key = ${email.toLowerCase()}`)).length
const lastAction = async () =>
  (
    await harness.db.one<{ action: string }>(sql`
    select action from audit where actor = ${operator.actor} order by id desc limit 1`)
  ).action

async function signUp(changes: Parameters<typeof goodSignUp>[0]) {
  const form = goodSignUp(changes)
  const { status } = await send(harness, submitSignUp, form, { address: freshIp() })
  return { form: { ...form, email: String(form.email) }, status }
}

test('an unknown charge is settled by the gateway’s answer, or by the operator if it has none', async () => {
  const lost = await signUp({ number: '4000-0000-0000-0119' })
  expect(lost.status).toBe(202)
  const { id } = await harness.db.one<{ id: number }>(sql`select max(id) as id from charges`)
  expect(await charges()).toContainEqual(
    expect.objectContaining({ id, outcome: 'unknown', amountCents: 14900, for: 'sign-up' }),
  )
  expect(await settle(id)).toMatchObject(refusing('may still be in progress'))
  harness.clock.advance(60_000)
  isGatewayAway = true
  expect(await settle(id)).toMatchObject(refusing('The gateway does not know yet.'))
  for (const reference of ['', '  ', 'x'.repeat(101)])
    expect(await settle(id, { kind: 'paid', reference })).toMatchObject({
      errors: {
        reference: ['Enter the reference under which the gateway shows the payment, in up to 100 characters'],
      },
    })
  isGatewayAway = false
  expect(await settle(id, { kind: 'absent' })).toMatchObject(
    refusing('The gateway gives a different outcome: paid'),
  )
  expect(await settle(id)).toEqual({ said: 'is settled: paid', amountCents: 14_900 })
  expect(await lastAction()).toBe('charge-settled')
  expect(await settledAs(id)).toMatchObject({
    outcome: 'paid',
    saidBy: 'gateway',
    reference: expect.any(String),
  })
  expect(await accountsOf(lost.form.email)).toBe(1)
  expect(await settle(id)).toMatchObject(refusing('is already settled: paid'))
  expect(await settle(999_999)).toMatchObject({ errors: 'There is no charge 999999.' })

  isGatewayAway = true
  const second = await signUp({ number: '4000-0000-0000-0119' })
  harness.clock.advance(60_000)
  const other = await harness.db.one<{ id: number }>(sql`select max(id) as id from charges`)
  await settle(other.id, { kind: 'absent' })
  expect(await settledAs(other.id)).toMatchObject({ outcome: 'absent', saidBy: 'operator' })
  isGatewayAway = false
  expect(await accountsOf(second.form.email)).toBe(0)
  expect(
    await harness.db.one(sql`select state from orders where key = ${second.form.idempotency_key}`),
  ).toEqual({
    state: 'voided',
  })

  isGatewayAway = true
  await signUp({ number: '4000-0000-0000-0119' })
  harness.clock.advance(60_000)
  const third = await harness.db.one<{ id: number }>(sql`select max(id) as id from charges`)
  await settle(third.id, { kind: 'paid', reference: 'ref-3' })
  isGatewayAway = false
  expect(await settledAs(third.id)).toMatchObject({ outcome: 'paid', saidBy: 'operator', reference: 'ref-3' })
})

async function settledAs(chargeId: number): Promise<object> {
  const { details } = await harness.db.one<{ details: object }>(sql`
    select details from audit where action = 'charge-settled' and (details->>'charge')::bigint = ${chargeId}`)
  return details
}

async function keyOf(chargeId: number): Promise<string> {
  return (await harness.db.one<{ key: string }>(sql`select key from charges where id = ${chargeId}`)).key
}

/** How often the gateway will be queried for something to return. */
async function countReturns(chargeId: number): Promise<number> {
  const jobs = await harness.db.many(sql`
    select 1 from pgboss.job j join charges c on c.key = j.data ->> 'key'
    where j.name = 'void-late-charge' and c.id = ${chargeId}`)
  return jobs.length
}

test.each<OperatorsWord>([{ kind: 'declined', reason: 'declined' }, { kind: 'absent' }])(
  'after an operator settles as $kind the gateway is asked again, and a late payment refunded',
  async (word) => {
    const before = harness.clock.now().toISOString()
    harness.clock.set('2026-11-15T15:00:00Z')
    const { accountId } = await subscribe(harness, { number: TIMES_OUT })
    isGatewayAway = true
    harness.clock.set('2026-12-15T15:00:00Z')
    await renewDue(harness)
    await signUp({ number: '4000-0000-0000-0119' })
    harness.clock.advance(60_000)
    const lost = await harness.db.many<{ id: number; key: string }>(sql`
      select id, key from charges where outcome = 'unknown' and (account_id = ${accountId} or order_id is not null)
      order by id desc limit 2`)
    expect(lost).toHaveLength(2)
    for (const { id } of lost) {
      await settle(id, word)
      expect(await countReturns(id)).toBe(2)
    }
    isGatewayAway = false
    for (const { id, key } of lost) {
      await giveBackCharge(harness, key)
      expect(
        await harness.db.one(sql`
          select c.outcome, b.voided_at is not null as "isVoided"
          from charges c join sandbox_charges b on b.key = c.key where c.id = ${id}`),
      ).toEqual({ outcome: 'voided', isVoided: true })
    }
    harness.clock.set(before)
  },
)

test('a charge declined by the gateway itself is not queried again', async () => {
  const before = harness.clock.now().toISOString()
  harness.clock.set('2026-11-15T15:00:00Z')
  const one = await subscribe(harness, { number: DECLINED_AT_RENEWAL })
  harness.clock.set('2026-12-15T15:00:00Z')
  await withoutAnswers(harness, () => renewDue(harness))
  harness.clock.advance(60_000)
  const { id } = await harness.db.one<{ id: number }>(
    sql`select id from charges where account_id = ${one.accountId}`,
  )
  await settle(id)
  expect(await settledAs(id)).toMatchObject({ outcome: 'declined', saidBy: 'gateway' })
  expect(await countReturns(id)).toBe(0)
  harness.clock.set(before)
})

test('a payment after the end is marked for return, and listed again if not returned within a day', async () => {
  const before = harness.clock.now().toISOString()
  harness.clock.set('2026-11-15T15:00:00Z')
  const { accountId, subscriptionId } = await subscribe(harness, { number: TIMES_OUT })
  harness.clock.set('2026-12-15T15:00:00Z')
  await renewDue(harness)
  await harness.db.transaction((tx) =>
    endSubscription(tx, { id: subscriptionId, accountId }, 'canceled', harness.clock.now()),
  )
  harness.clock.advance(60_000)
  const { id } = await harness.db.one<{ id: number }>(
    sql`select id from charges where account_id = ${accountId}`,
  )
  expect(await settle(id)).toMatchObject({ said: 'is settled: paid too late, and is being returned' })
  const entry = await harness.db.one(sql`
    select details->>'outcome' as outcome from audit where account_id = ${accountId} and action = 'charge-settled'`)
  expect(entry).toEqual({ outcome: 'returned' })
  expect(await settle(id)).toMatchObject(refusing('already being returned'))
  const isListed = async () => (await charges()).some((charge) => charge.id === id)
  expect([await isListed(), await countReturns(id)]).toEqual([false, 1])

  // The gateway refused for so long that the job has used up its tries.
  harness.clock.advance(DAY)
  expect(await isListed()).toBe(true)
  expect(await settle(id)).toMatchObject({ said: 'is being returned; asked the gateway again' })
  expect(await lastAction()).toBe('job-retried')
  expect(await countReturns(id)).toBe(2)
  await giveBackCharge(harness, await keyOf(id))
  expect(await isListed()).toBe(false)
  expect(await settle(id)).toMatchObject(refusing('is already settled: voided'))
  harness.clock.set(before)
})

test('a renewal and a plan change with lost answers are settled as well', async () => {
  const before = harness.clock.now().toISOString()
  harness.clock.set('2026-11-15T15:00:00Z')
  const one = await subscribe(harness, { number: TIMES_OUT })
  const owner = await signedInAs(harness, one)
  const wanted = { triple_line_power_dialer_count: 2, hosted_lead_management_count: 1 }
  const order = { ...wanted, now_cents: 13_900, next_cents: 28_800, idempotency_key: 'lost-plan-change' }
  expect(await owner.send(changePlan, order)).toMatchObject({ status: 202 })
  const lost = async () => (await charges()).find(({ pin }) => pin === one.pin)
  harness.clock.advance(60_000)
  expect(await lost()).toMatchObject({ for: 'plan-change', amountCents: 13_900 })
  await settle((await lost())?.id ?? 0)
  expect(
    await harness.db.one(sql`
      select quantity from subscription_items where subscription_id = ${one.subscriptionId} and item = 'triple'`),
  ).toEqual({ quantity: 2 })

  harness.clock.set('2026-12-15T15:00:00Z')
  await renewDue(harness)
  harness.clock.advance(60_000)
  expect(await lost()).toMatchObject({ for: 'renewal', amountCents: 28_800 })
  await settle((await lost())?.id ?? 0)
  const settled = await harness.db.many(sql`select outcome from charges where account_id = ${one.accountId}`)
  expect(settled).toEqual([{ outcome: 'paid' }, { outcome: 'paid' }])
  const entries = sql`select action from audit where account_id = ${one.accountId} order by id desc`
  expect(await harness.db.many(entries)).toMatchObject([
    { action: 'charge-settled' },
    { action: 'charge-settled' },
    { action: 'plan-changed' },
  ])
  harness.clock.set(before)
})
