import { afterAll, beforeAll, expect, test } from 'vitest'
import { changePlan } from '#contract/features/plan.ts'
import { settleByOperator } from '#server/billing/charges/settle-by-operator.ts'
import { listUnanswered } from '#server/billing/queues/unsettled-money.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { OLDEST } from '#server/platform/db/cursor.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY } from '#server/ports/clock.ts'
import type { DisputeNotice, FoundCharge } from '#server/ports/payments.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { postDispute, postNotice } from '#server/test-kit/notices.ts'
import { withoutAnswers } from '#server/test-kit/payments.ts'
import { subscribe } from '#server/test-kit/subscriptions.ts'
import { giveBackCharge } from './give-back.ts'
import { settleLostOrder } from './settle-order.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const outcomeOf = async (key: string) =>
  (await harness.db.one<{ outcome: string }>(sql`select outcome from charges where key = ${key}`)).outcome

/** A plan change that turns out to be paid when its month is over. */
async function payTooLate(key: string): Promise<void> {
  harness.clock.set('2026-11-15T15:00:00Z')
  const one = await subscribe(harness)
  harness.clock.set('2026-12-14T15:00:00Z')
  const order = {
    triple_line_power_dialer_count: 1,
    hosted_lead_management_count: 1,
    fsbo_data_feature: 1,
    now_cents: 83,
    next_cents: 17_400,
    idempotency_key: key,
  }
  const browser = await openBrowser(harness, one.email)
  const { status } = await withoutAnswers(harness, () => browser.call(changePlan, order))
  expect(status).toBe(202)
  harness.clock.set('2026-12-15T07:00:00Z')
  await renewDue(harness)
  await settleLostOrder(harness, key)
  expect(await outcomeOf(key)).toBe('unknown')
}

async function whileFound<Result>(found: FoundCharge, work: () => Promise<Result>): Promise<Result> {
  const { find } = harness.payments
  harness.payments.find = async () => found
  return work().finally(() => {
    harness.payments.find = find
  })
}

test('a late payment is refunded, even if the gateway cannot tell at first', async () => {
  await payTooLate('late-unknown')
  const attempt = whileFound({ kind: 'unknown' }, () => giveBackCharge(harness, 'late-unknown'))
  await expect(attempt).rejects.toThrow('cannot tell what became of the charge late-unknown')
  await giveBackCharge(harness, 'late-unknown')
  expect(await outcomeOf('late-unknown')).toBe('voided')
})

test('a late payment that turns out to be declined is closed', async () => {
  await payTooLate('late-declined')
  await whileFound({ kind: 'declined', reason: 'declined' }, () => giveBackCharge(harness, 'late-declined'))
  expect(await outcomeOf('late-declined')).toBe('declined')
})

/** Two days after the payment: by then it is settled, and can only be refunded. */
async function lateCharge(key: string): Promise<{ id: number; reference: string }> {
  await payTooLate(key)
  harness.clock.advance(2 * DAY)
  return harness.db.one(sql`select id, gateway_reference as reference from charges where key = ${key}`)
}

/** The outcome of the charge, and what the gateway itself has refunded of it. */
const standingOf = (key: string) =>
  harness.db.one(sql`
    select c.outcome, c.refunded_cents as refunded, lost_of_charge(c.id) as lost, (
      select coalesce(sum(amount_cents), 0)::integer from sandbox_refunds where charge_reference = c.gateway_reference
    ) as "atGateway"
    from charges c where c.key = ${key}`)

/** The jobs queued by the bank's decision. */
async function returnsQueued(key: string): Promise<number> {
  const { jobs } = await harness.db.one<{ jobs: number }>(sql`
    select count(*) as jobs from pgboss.job
    where name = 'void-late-charge' and data->>'key' = ${key} and start_after <= created_on`)
  return jobs
}

const decide = async (state: DisputeNotice['state'], reference: string, more: Partial<DisputeNotice> = {}) =>
  expect(
    (await postDispute(harness, state, { reference, dispute: `dispute-${reference}`, ...more })).statusCode,
  ).toBe(200)

test('a disputed late payment is refunded only once the dispute is won', async () => {
  const { id, reference } = await lateCharge('late-disputed')
  await decide('opened', reference)
  await giveBackCharge(harness, 'late-disputed')
  const waits = { outcome: 'unknown', refunded: 0, lost: 0, atGateway: 0 }
  expect(await standingOf('late-disputed')).toEqual(waits)
  const operator = { id: 0, actor: 'operator:tests' } as const
  expect(await settleByOperator(harness, { chargeId: id, operator, reason: '' })).toMatchObject({
    errors: expect.stringContaining('disputed'),
  })
  // It waits for the bank, not for an operator.
  const isListed = async () => {
    const listed = await listUnanswered(harness.db, OLDEST, { before: harness.clock.now(), atMost: 100 })
    return listed.some((one) => one.kind === 'charge' && one.id === id)
  }
  expect(await isListed()).toBe(false)
  const before = await returnsQueued('late-disputed')
  await decide('won', reference)
  expect(await isListed()).toBe(true)
  expect(await returnsQueued('late-disputed')).toBe(before + 1)
  await giveBackCharge(harness, 'late-disputed')
  expect(await standingOf('late-disputed')).toEqual({
    outcome: 'voided',
    refunded: 83,
    lost: 0,
    atGateway: 83,
  })
})

test('a late payment taken back by the bank is not refunded, and no longer queried', async () => {
  const { reference } = await lateCharge('late-lost')
  await decide('opened', reference)
  await decide('lost', reference)
  expect(await returnsQueued('late-lost')).toBe(2)
  await giveBackCharge(harness, 'late-lost')
  expect(await standingOf('late-lost')).toEqual({ outcome: 'voided', refunded: 0, lost: 83, atGateway: 0 })
})

test('after a partial loss, the rest of a late payment is refunded, and all of it if won later', async () => {
  const { reference } = await lateCharge('late-part')
  await decide('lost', reference, { amount: 30, at: harness.clock.now() })
  await giveBackCharge(harness, 'late-part')
  const rest = { outcome: 'voided', refunded: 53, lost: 30, atGateway: 53 }
  expect(await standingOf('late-part')).toEqual(rest)
  // The gateway's notice of our own refund, which is already counted.
  await tellRefund('late-part', reference, 53)
  expect(await standingOf('late-part')).toEqual(rest)
  await winAfterAll('late-part', reference)
  expect(await standingOf('late-part')).toEqual({ outcome: 'voided', refunded: 83, lost: 0, atGateway: 83 })
})

/** The gateway's later notice: the dispute is won. */
async function winAfterAll(key: string, reference: string): Promise<void> {
  harness.clock.advance(DAY)
  const before = await returnsQueued(key)
  await decide('won', reference, { at: harness.clock.now() })
  expect(await returnsQueued(key)).toBe(before + 1)
  await giveBackCharge(harness, key)
}

async function tellRefund(key: string, reference: string, amount: number): Promise<void> {
  const { refund } = await harness.db.one<{ refund: string }>(sql`
    select r.gateway_reference as refund from refunds r join charges c on c.id = r.charge_id where c.key = ${key}`)
  await postNotice(harness, { kind: 'refund', reference, amount, refund })
}

test('a late payment that was lost and then won is refunded', async () => {
  const { reference } = await lateCharge('late-won-after-all')
  await decide('lost', reference, { at: harness.clock.now() })
  await giveBackCharge(harness, 'late-won-after-all')
  expect(await standingOf('late-won-after-all')).toMatchObject({ outcome: 'voided', refunded: 0, lost: 83 })
  await winAfterAll('late-won-after-all', reference)
  expect(await standingOf('late-won-after-all')).toEqual({
    outcome: 'voided',
    refunded: 83,
    lost: 0,
    atGateway: 83,
  })
})

test('a dispute opened while the gateway is asked to void is noticed before the refund', async () => {
  const { reference } = await lateCharge('late-meanwhile')
  const { void: real } = harness.payments
  harness.payments.void = async (given) => {
    await decide('opened', reference)
    return real(given)
  }
  await giveBackCharge(harness, 'late-meanwhile').finally(() => {
    harness.payments.void = real
  })
  expect(await standingOf('late-meanwhile')).toMatchObject({ outcome: 'unknown', refunded: 0, atGateway: 0 })
})

test("a late payment's refund with a lost answer is recorded despite a dispute, as is a loss", async () => {
  const { reference } = await lateCharge('late-both')
  const { refund } = harness.payments
  harness.payments.refund = async (given) => {
    await refund(given)
    return { kind: 'unknown' }
  }
  await expect(giveBackCharge(harness, 'late-both')).rejects.toThrow('has not answered the refund')
  harness.payments.refund = refund
  await decide('opened', reference)
  await decide('lost', reference)
  await giveBackCharge(harness, 'late-both')
  expect(await standingOf('late-both')).toEqual({ outcome: 'voided', refunded: 83, lost: 83, atGateway: 83 })
})

test('a late payment refunded at the gateway counts as returned', async () => {
  const { reference } = await lateCharge('late-by-hand')
  await postNotice(harness, { kind: 'refund', reference, amount: 83, refund: 'by-hand' })
  await giveBackCharge(harness, 'late-by-hand')
  expect(await standingOf('late-by-hand')).toEqual({ outcome: 'voided', refunded: 83, lost: 0, atGateway: 0 })
})
