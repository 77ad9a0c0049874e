import { afterEach, beforeEach, expect, test } from 'vitest'
import { cancel } from '#contract/features/cancel/calls.ts'
import { changePlan } from '#contract/features/plan/calls.ts'
import { reactivate } from '#contract/features/reactivate/calls.ts'
import { settleLostOrder } from '#server/billing/orders/settle-order.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { findCancellation } from '#server/features/account/cancel/queries.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Browser, openBrowser } from '#server/test-kit/browser.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { operatorOf } from '#server/test-kit/operator.ts'
import { withoutAnswers } from '#server/test-kit/payments.ts'
import { type Subscribed, subscribe } from '#server/test-kit/subscriptions.ts'

let harness: Harness
let operator: ReturnType<typeof operatorOf>
let one: Subscribed
let browser: Browser
beforeEach(async () => {
  harness = await openHarness()
  operator = operatorOf(harness)
  harness.clock.set('2026-11-15T15:00:00Z')
  one = await subscribe(harness)
  browser = await openBrowser(harness, one.email)
})
afterEach(() => harness.close())

const access = (what: 'give' | 'end') => operator.run('access', what, one.pin)
async function renewAt(moment: string): Promise<void> {
  harness.clock.set(moment)
  await renewDue(harness)
}
const statusOf = async () =>
  (await harness.db.one<{ status: string }>(sql`select status from accounts where id = ${one.accountId}`))
    .status
const itemsOf = () =>
  harness.db.many(sql`
    select item, quantity, given, unit_price_cents as cents from subscription_items
    where subscription_id = ${one.subscriptionId} order by item`)
const runningOf = () =>
  harness.db.many(sql`select 1 from subscriptions where account_id = ${one.accountId} and ended_at is null`)
const lastBill = () =>
  harness.db.one(
    sql`select total_cents as cents from invoices where account_id = ${one.accountId} order by id desc limit 1`,
  )

const plan = { triple_line_power_dialer_count: 1, hosted_lead_management_count: 1 }

/** Adds a feature to the plan, and the answer of the gateway is lost. */
async function orderWithoutAnswer(cents: { now_cents: number; next_cents: number }): Promise<void> {
  const order = { ...plan, fsbo_data_feature: 1, ...cents, idempotency_key: 'one-more-now' }
  const { status } = await withoutAnswers(harness, () => browser.call(changePlan, order))
  expect(status).toBe(202)
}

const beingCharged = () => `A charge for ${one.pin} is in progress. See "charge list".`

test('free access is not given while a payment is being confirmed, which would undo it', async () => {
  await orderWithoutAnswer({ now_cents: 2_500, next_cents: 17_400 })
  expect(await operator.refused('access', 'give', one.pin)).toBe(beingCharged())
  await settleLostOrder(harness, 'one-more-now')
  await access('give')
  await renewAt('2026-12-15T06:00:00Z')
  expect([await statusOf(), await lastBill()]).toEqual(['free agent', { cents: 0 }])
})

test('free access does not end while a payment is being confirmed, which would bring it back', async () => {
  await access('give')
  await orderWithoutAnswer({ now_cents: 2_500, next_cents: 2_500 })
  expect(await operator.refused('access', 'end', one.pin)).toBe(beingCharged())
  await settleLostOrder(harness, 'one-more-now')
  await access('end')
  await renewAt('2026-12-15T06:00:00Z')
  expect(await lastBill()).toEqual({ cents: 17_400 })
})

test('free access does not end without a card to charge', async () => {
  await access('give')
  await harness.db.run(sql`
    update cards set replaced_at = ${harness.clock.now()} where account_id = ${one.accountId}`)
  expect(await operator.refused('access', 'end', one.pin)).toContain(`${one.pin} has no card on file`)
  await renewAt('2026-12-15T06:00:00Z')
  expect([await statusOf(), await lastBill()]).toEqual(['free agent', { cents: 0 }])
})

test('free access is not given while a reactivation is being paid', async () => {
  expect(await browser.call(cancel, { reason: 'Other', details: '' })).toMatchObject({ status: 200 })
  await renewAt('2026-12-15T06:00:00Z')
  const { charge } = harness.payments
  harness.payments.charge = async (order) => {
    await charge(order)
    expect(await operator.refused('access', 'give', one.pin)).toBe(beingCharged())
    return { kind: 'unknown' }
  }
  const back = await openBrowser(harness, one.email)
  const order = { total_cents: 14_900, idempotency_key: 'back-again' }
  expect(await back.call(reactivate, order)).toMatchObject({ status: 202 })
  harness.payments.charge = charge
  await settleLostOrder(harness, 'back-again')
  expect([await statusOf(), await runningOf()]).toMatchObject(['active', [{}]])
})

test('free access that has ended does not come back with a change that was planned before', async () => {
  one = await subscribe(harness, { plan: { triple: 2 } })
  browser = await openBrowser(harness, one.email)
  await access('give')
  const less = { ...plan, now_cents: 0, next_cents: 0, idempotency_key: 'less-of-free' }
  expect(await browser.call(changePlan, less)).toMatchObject({ status: 200 })
  await access('end')
  await renewAt('2026-12-15T06:00:00Z')
  expect(await itemsOf()).toEqual([
    { item: 'lead', quantity: 1, given: 0, cents: 1_000 },
    { item: 'triple', quantity: 1, given: 0, cents: 13_900 },
  ])
  expect([await statusOf(), await lastBill()]).toEqual(['active', { cents: 14_900 }])
})

test('free access of an account that was canceled meanwhile ends, too', async () => {
  await access('give')
  expect(await browser.call(cancel, { reason: 'Other', details: '' })).toMatchObject({ status: 200 })
  await renewAt('2026-12-15T06:00:00Z')
  expect(await statusOf()).toBe('canceled')
  await access('end')
  expect(await itemsOf()).toMatchObject([{ given: 0 }, { given: 0 }])
  expect(await operator.refused('access', 'end', one.pin)).toBe(`${one.pin} has no free access.`)
  const back = await openBrowser(harness, one.email)
  const order = { total_cents: 14_900, idempotency_key: 'back-again' }
  expect(await back.call(reactivate, order)).toMatchObject({ status: 200 })
})

test('a cancellation that free access undoes keeps its receipt, which says so', async () => {
  const { body } = await browser.call(cancel, { reason: 'Other', details: '' })
  const { reference } = (body as { data: { reference: string } }).data
  await access('give')
  expect(await findCancellation(harness.db, reference)).toMatchObject({ reference, state: 'undone' })
})

test('a free plan that was closed for fraud for months goes on free when the mark is removed', async () => {
  await access('give')
  await operator.run('fraud', 'mark', one.pin, '--reason', 'odd')
  await renewAt('2027-01-20T06:00:00Z')
  await operator.run('fraud', 'undo', one.pin)
  expect([await statusOf(), await runningOf()]).toMatchObject(['free agent', [{}]])
  await renewAt('2027-02-20T07:00:00Z')
  expect(await lastBill()).toEqual({ cents: 0 })
})
