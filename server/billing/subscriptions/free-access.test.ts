import { afterEach, beforeEach, expect, test } from 'vitest'
import { cancel } from '#contract/features/cancel.ts'
import { changePlan } from '#contract/features/plan.ts'
import { reactivate } from '#contract/features/reactivate.ts'
import { pages } from '#contract/pages.ts'
import { settleLostOrder } from '#server/billing/orders/settle-order.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { findCancellation } from '#server/features/account/cancel/queries.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { type Browser, openBrowser } from '#server/test-kit/browser.ts'
import { byOperator } from '#server/test-kit/by-operator.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { withoutAnswers } from '#server/test-kit/payments.ts'
import { type Subscribed, subscribe } from '#server/test-kit/subscriptions.ts'

let harness: Harness
let one: Subscribed
let browser: Browser
beforeEach(async () => {
  harness = await openHarness()
  harness.clock.set('2026-11-15T15:00:00Z')
  one = await subscribe(harness)
  browser = await openBrowser(harness, one.email)
})
afterEach(() => harness.close())

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

/** Adds a feature to the plan, and the gateway's answer is lost. */
async function orderWithoutAnswer(cents: { now_cents: number; next_cents: number }): Promise<void> {
  const order = { ...plan, fsbo_data_feature: 1, ...cents, idempotency_key: 'one-more-now' }
  const { status } = await withoutAnswers(harness, () => browser.call(changePlan, order))
  expect(status).toBe(202)
}

test('free access is not granted while a payment is being confirmed, which would undo it', async () => {
  await orderWithoutAnswer({ now_cents: 2_500, next_cents: 17_400 })
  await expect(byOperator.giveAccess(harness, one)).rejects.toThrow('being-charged')
  await settleLostOrder(harness, 'one-more-now')
  await byOperator.giveAccess(harness, one)
  await renewAt('2026-12-15T06:00:00Z')
  expect([await statusOf(), await lastBill()]).toEqual(['free agent', { cents: 0 }])
})

test('free access does not end while a payment is being confirmed, which would bring it back', async () => {
  await byOperator.giveAccess(harness, one)
  await orderWithoutAnswer({ now_cents: 2_500, next_cents: 2_500 })
  await expect(byOperator.endAccess(harness, one)).rejects.toThrow('being-charged')
  await settleLostOrder(harness, 'one-more-now')
  await byOperator.endAccess(harness, one)
  await renewAt('2026-12-15T06:00:00Z')
  expect(await lastBill()).toEqual({ cents: 17_400 })
})

test('free access does not end without a card to charge', async () => {
  await byOperator.giveAccess(harness, one)
  await harness.db.run(sql`
    update cards set replaced_at = ${harness.clock.now()} where account_id = ${one.accountId}`)
  await expect(byOperator.endAccess(harness, one)).rejects.toThrow('no-card')
  await renewAt('2026-12-15T06:00:00Z')
  expect([await statusOf(), await lastBill()]).toEqual(['free agent', { cents: 0 }])
})

test('free access is not granted while a reactivation is being paid', async () => {
  expect(await browser.call(cancel, { reason: 'Other', details: '' })).toMatchObject({ status: 200 })
  await renewAt('2026-12-15T06:00:00Z')
  const { charge } = harness.payments
  harness.payments.charge = async (order) => {
    await charge(order)
    await expect(byOperator.giveAccess(harness, one)).rejects.toThrow('being-charged')
    return { kind: 'unknown' }
  }
  const back = await openBrowser(harness, one.email)
  const order = { total_cents: 14_900, idempotency_key: 'back-again' }
  expect(await back.call(reactivate, order)).toMatchObject({ status: 202 })
  harness.payments.charge = charge
  await settleLostOrder(harness, 'back-again')
  expect([await statusOf(), await runningOf()]).toMatchObject(['active', [{}]])
})

test('ended free access does not return with a change that was planned before', async () => {
  one = await subscribe(harness, { plan: { triple: 2 } })
  browser = await openBrowser(harness, one.email)
  await byOperator.giveAccess(harness, one)
  const less = { ...plan, now_cents: 0, next_cents: 0, idempotency_key: 'less-of-free' }
  expect(await browser.call(changePlan, less)).toMatchObject({ status: 200 })
  await byOperator.endAccess(harness, one)
  await renewAt('2026-12-15T06:00:00Z')
  expect(await itemsOf()).toEqual([
    { item: 'lead', quantity: 1, given: 0, cents: 1_000 },
    { item: 'triple', quantity: 1, given: 0, cents: 13_900 },
  ])
  expect([await statusOf(), await lastBill()]).toEqual(['active', { cents: 14_900 }])
})

test('free access of an account canceled meanwhile ends as well', async () => {
  await byOperator.giveAccess(harness, one)
  expect(await browser.call(cancel, { reason: 'Other', details: '' })).toMatchObject({ status: 200 })
  await renewAt('2026-12-15T06:00:00Z')
  expect(await statusOf()).toBe('canceled')
  await byOperator.endAccess(harness, one)
  expect(await itemsOf()).toMatchObject([{ given: 0 }, { given: 0 }])
  await expect(byOperator.endAccess(harness, one)).rejects.toThrow('not-free')
  const back = await openBrowser(harness, one.email)
  const order = { total_cents: 14_900, idempotency_key: 'back-again' }
  expect(await back.call(reactivate, order)).toMatchObject({ status: 200 })
})

test('a cancellation undone by free access keeps its receipt, which says so', async () => {
  const { body } = await browser.call(cancel, { reason: 'Other', details: '' })
  const { reference } = (body as { data: { reference: string } }).data
  await byOperator.giveAccess(harness, one)
  expect(await findCancellation(harness.db, reference)).toMatchObject({ reference, state: 'undone' })
})

test('a free plan closed for fraud for months is still free once the mark is removed', async () => {
  await byOperator.giveAccess(harness, one)
  await byOperator.markFraud(harness, one)
  await renewAt('2027-01-20T06:00:00Z')
  await byOperator.undoFraud(harness, one)
  expect([await statusOf(), await runningOf()]).toMatchObject(['free agent', [{}]])
  await renewAt('2027-02-20T07:00:00Z')
  expect(await lastBill()).toEqual({ cents: 0 })
})

test('free access makes the plan free until it ends; refused if already free or a bill is open', async () => {
  const monthOf = () =>
    harness.db.many(sql`
      select item, unit_price_cents * (quantity - given) as cents from subscription_items
      where subscription_id = ${one.subscriptionId} order by item`)
  await expect(byOperator.endAccess(harness, one)).rejects.toThrow('not-free')
  await byOperator.giveAccess(harness, one)
  expect(await statusOf()).toBe('free agent')
  expect(await monthOf()).toMatchObject([{ cents: 0 }, { cents: 0 }])
  await expect(byOperator.giveAccess(harness, one)).rejects.toThrow('free-already')
  await byOperator.endAccess(harness, one)
  expect(await monthOf()).toEqual([
    { item: 'lead', cents: 1_000 },
    { item: 'triple', cents: 13_900 },
  ])
  await harness.db.run(sql`
    update periods set state = 'past_due', next_try_at = now() where subscription_id = ${one.subscriptionId}`)
  await expect(byOperator.giveAccess(harness, one)).rejects.toThrow('open-bill')
})

test('free access reactivates an ended account, and is refused where nobody could use it', async () => {
  const email = freshEmail()
  const ended = await addAccount(harness.db, { email, status: 'canceled' })
  await byOperator.giveAccess(harness, ended)
  expect((await (await openBrowser(harness, email)).open(pages.account)).status).toBe(200)
  expect(
    await harness.db.many(sql`
      select i.item, i.given from subscription_items i join subscriptions s on s.id = i.subscription_id
      where s.account_id = ${ended.accountId}`),
  ).toEqual([{ item: 'lead', given: 1 }])
  await expect(byOperator.endAccess(harness, ended)).rejects.toThrow('no-card')
  const refusals = {
    fraud: { status: 'canceled', isFraud: true },
    'being-set-up': { status: 'pending' },
    'not-joined': { status: 'free signup agent', isInvited: true },
  } as const
  for (const [obstacle, given] of Object.entries(refusals)) {
    const other = await addAccount(harness.db, { email: freshEmail(), ...given })
    await expect(byOperator.giveAccess(harness, other), obstacle).rejects.toThrow(obstacle)
  }
})
