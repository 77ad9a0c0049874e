import { afterAll, beforeAll, expect, test } from 'vitest'
import { changePlan } from '#contract/features/plan/calls.ts'
import { submitSignUp } from '#contract/features/sign-up/calls.ts'
import { giveBackCharge } from '#server/billing/orders/give-back.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { endSubscription } from '#server/billing/subscriptions/end-subscription.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY } from '#server/ports/clock.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import type { Payments } from '../ports/payments.ts'
import { freshIp } from '../test-kit/fresh.ts'
import { operatorOf } from '../test-kit/operator.ts'
import { sandboxFor, withoutAnswers } from '../test-kit/payments.ts'
import { send } from '../test-kit/send.ts'
import { goodSignUp } from '../test-kit/sign-ups.ts'
import { signedInAs } from '../test-kit/signed-in.ts'
import { DECLINED_AT_RENEWAL, subscribe, TIMES_OUT } from '../test-kit/subscriptions.ts'
import type { Row } from './command.ts'

let harness: Harness
let operator: ReturnType<typeof operatorOf>
let isGatewayAway = false

beforeAll(async () => {
  harness = await openHarness({
    payments: (db, clock): Payments => {
      const real = sandboxFor(db, clock)
      return { ...real, find: async (key) => (isGatewayAway ? { kind: 'unknown' } : real.find(key)) }
    },
  })
  operator = operatorOf(harness)
})
afterAll(() => harness.close())

async function signUp(changes: Parameters<typeof goodSignUp>[0]) {
  const form = goodSignUp(changes)
  const { status } = await send(harness, submitSignUp, form, { address: freshIp() })
  return { form: { ...form, email: String(form.email) }, status }
}

test('an unknown charge is settled by the gateway’s answer, and by the operator’s word only where it has none', async () => {
  const lost = await signUp({ number: '4000-0000-0000-0119' })
  expect(lost.status).toBe(202)
  const { id } = await harness.db.one<{ id: number }>(sql`select max(id) as id from charges`)
  expect((await operator.run('charge', 'list')).rows('charges')).toContainEqual(
    expect.objectContaining({ id, outcome: 'unknown', amountCents: 14900, for: 'sign-up' }),
  )
  const settle = (...more: string[]) => ['charge', 'settle', String(id), ...more]
  expect(await operator.refused(...settle())).toContain('may still be in progress')
  harness.clock.advance(60_000)
  isGatewayAway = true
  expect(await operator.refused(...settle())).toContain('The gateway does not know yet.')
  expect(await operator.refused(...settle('--paid', 'ref-1', '--absent'))).toContain('Use only one of')
  for (const reference of ['', '  ', 'x'.repeat(101)])
    expect(await operator.refused(...settle('--paid', reference))).toBe(
      'Enter the reference under which the gateway shows the payment, in up to 100 characters.',
    )
  isGatewayAway = false
  expect(await operator.refused(...settle('--absent'))).toContain(
    'The gateway gives a different outcome: paid',
  )
  expect((await operator.run(...settle())).text).toContain(`Charge ${id} of $149.00 is settled: paid.`)
  expect(await operator.lastAuditEntry()).toBe('charge-settled')
  expect(await settledAs(id)).toMatchObject({
    outcome: 'paid',
    saidBy: 'gateway',
    reference: expect.any(String),
  })
  expect((await operator.run('account', 'find', lost.form.email)).rows('accounts')).toHaveLength(1)
  expect(await operator.refused(...settle())).toContain('is already settled: paid')
  expect(await operator.refused('charge', 'settle', '999999')).toBe('There is no charge 999999.')

  isGatewayAway = true
  const second = await signUp({ number: '4000-0000-0000-0119' })
  harness.clock.advance(60_000)
  const other = await harness.db.one<{ id: number }>(sql`select max(id) as id from charges`)
  await operator.run('charge', 'settle', String(other.id), '--absent')
  expect(await settledAs(other.id)).toMatchObject({ outcome: 'absent', saidBy: 'operator' })
  isGatewayAway = false
  expect((await operator.run('account', 'find', second.form.email)).rows('accounts')).toEqual([])
  expect(
    await harness.db.one(sql`select state from orders where key = ${second.form.idempotency_key}`),
  ).toEqual({
    state: 'voided',
  })

  isGatewayAway = true
  await signUp({ number: '4000-0000-0000-0119' })
  harness.clock.advance(60_000)
  const third = await harness.db.one<{ id: number }>(sql`select max(id) as id from charges`)
  await operator.run('charge', 'settle', String(third.id), '--paid', 'ref-3')
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

/** How often the gateway will be asked whether there is something to return. */
async function countReturns(chargeId: number): Promise<number> {
  const jobs = await harness.db.many(sql`
    select 1 from pgboss.job j join charges c on c.key = j.data ->> 'key'
    where j.name = 'void-late-charge' and c.id = ${chargeId}`)
  return jobs.length
}

test.each(['--declined', '--absent'])(
  'after an operator’s %s the gateway is asked again, and what it has paid after all is returned',
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
      await operator.run('charge', 'settle', String(id), word)
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

test('what the gateway itself has declined is not asked about again', async () => {
  const before = harness.clock.now().toISOString()
  harness.clock.set('2026-11-15T15:00:00Z')
  const one = await subscribe(harness, { number: DECLINED_AT_RENEWAL })
  harness.clock.set('2026-12-15T15:00:00Z')
  await withoutAnswers(harness, () => renewDue(harness))
  harness.clock.advance(60_000)
  const { id } = await harness.db.one<{ id: number }>(
    sql`select id from charges where account_id = ${one.accountId}`,
  )
  await operator.run('charge', 'settle', String(id))
  expect(await settledAs(id)).toMatchObject({ outcome: 'declined', saidBy: 'gateway' })
  expect(await countReturns(id)).toBe(0)
  harness.clock.set(before)
})

test('a payment that came after the end is said to be returned, and is listed again if it was not returned within a day', async () => {
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
  expect((await operator.run('charge', 'settle', String(id))).text).toContain(
    `Charge ${id} of $149.00 is settled: paid too late, and is being returned.`,
  )
  const entry = await harness.db.one(sql`
    select details->>'outcome' as outcome from audit where account_id = ${accountId} and action = 'charge-settled'`)
  expect(entry).toEqual({ outcome: 'returned' })
  expect(await operator.refused('charge', 'settle', String(id))).toContain('already being returned')
  const isListed = async () =>
    (await operator.run('charge', 'list')).rows('charges').some((charge) => charge.id === id)
  expect([await isListed(), await countReturns(id)]).toEqual([false, 1])

  // The gateway refused for so long that the job has used its tries.
  harness.clock.advance(DAY)
  expect(await isListed()).toBe(true)
  expect((await operator.run('charge', 'settle', String(id))).text).toContain(
    `Charge ${id} of $149.00 is being returned; asked the gateway again.`,
  )
  expect(await operator.lastAuditEntry()).toBe('job-retried')
  expect(await countReturns(id)).toBe(2)
  await giveBackCharge(harness, await keyOf(id))
  expect(await isListed()).toBe(false)
  expect(await operator.refused('charge', 'settle', String(id))).toContain('is already settled: voided')
  harness.clock.set(before)
})

test('a renewal and a change of the plan whose answers were lost are settled as well', async () => {
  const before = harness.clock.now().toISOString()
  harness.clock.set('2026-11-15T15:00:00Z')
  const one = await subscribe(harness, { number: TIMES_OUT })
  const owner = await signedInAs(harness, one)
  const wanted = { triple_line_power_dialer_count: 2, hosted_lead_management_count: 1 }
  const order = { ...wanted, now_cents: 13_900, next_cents: 28_800, idempotency_key: 'lost-plan-change' }
  expect(await owner.send(changePlan, order)).toMatchObject({ status: 202 })
  const lost = async () =>
    (await operator.run('charge', 'list')).rows('charges').find(({ pin }) => pin === one.pin) as Row
  harness.clock.advance(60_000)
  expect(await lost()).toMatchObject({ for: 'plan-change', amountCents: 13_900 })
  await operator.run('charge', 'settle', String((await lost()).id))
  expect((await operator.run('account', 'show', one.pin)).rows('plan')).toMatchObject([
    { item: 'triple', quantity: 2 },
    {},
  ])

  harness.clock.set('2026-12-15T15:00:00Z')
  await renewDue(harness)
  harness.clock.advance(60_000)
  expect(await lost()).toMatchObject({ for: 'renewal', amountCents: 28_800 })
  await operator.run('charge', 'settle', String((await lost()).id))
  const shown = await operator.run('account', 'show', one.pin)
  expect(shown.rows('charges').map(({ outcome }) => outcome)).toEqual(['paid', 'paid'])
  expect(shown.rows('audit')).toMatchObject([
    { action: 'charge-settled' },
    { action: 'charge-settled' },
    { action: 'plan-changed' },
  ])
  harness.clock.set(before)
})
