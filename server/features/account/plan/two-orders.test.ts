// On PostgreSQL: two of its requests race.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cancel } from '#contract/features/cancel.ts'
import { changePlan } from '#contract/features/plan.ts'
import { reactivate } from '#contract/features/reactivate.ts'
import { findOrder } from '#server/billing/orders/order.ts'
import { settleLostOrder, settleOrder } from '#server/billing/orders/settle-order.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { sql } from '#server/platform/db/sql.ts'
import { within } from '#server/platform/db/within.ts'
import { MINUTE } from '#server/ports/clock.ts'
import type { FoundCharge } from '#server/ports/payments.ts'
import { type Browser, openBrowser } from '#server/test-kit/browser.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { withoutAnswers } from '#server/test-kit/payments.ts'
import { whileUnderWay } from '#server/test-kit/same-moment.ts'
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

const bought = { triple_line_power_dialer_count: 1, hosted_lead_management_count: 1 }
const itemsOf = async () =>
  (
    await harness.db.many<{ item: string }>(
      sql`select item from subscription_items where subscription_id = ${one.subscriptionId} order by item`,
    )
  ).map(({ item }) => item)
const statusOf = async () =>
  (await harness.db.one<{ status: string }>(sql`select status from accounts where id = ${one.accountId}`))
    .status

/** Runs `during` while the order with this key is being settled. */
async function whileSettling<Result>(
  key: string,
  found: FoundCharge,
  during: () => Promise<Result>,
): Promise<Result> {
  const order = await findOrder(harness.db, key)
  if (!order) throw new Error(`There is no order ${key}`)
  return whileUnderWay(
    harness,
    (tx) => settleOrder({ ...harness, db: within(harness.db, tx) }, order, found),
    during,
  )
}

test('of two concurrent plan changes, neither undoes what the other has paid for', async () => {
  const priced = { ...bought, now_cents: 2_500, next_cents: 17_400 }
  const first = { ...priced, fsbo_data_feature: 1, idempotency_key: 'tab-one-one' }
  const second = { ...priced, frbo_data_feature: 1, idempotency_key: 'tab-two-two' }
  expect(await withoutAnswers(harness, () => browser.call(changePlan, first))).toMatchObject({ status: 202 })
  const found = await harness.payments.find('tab-one-one')
  const { status } = await whileSettling('tab-one-one', found, () => browser.call(changePlan, second))
  // The embedded database has one connection: there, the second one is priced when the first is done.
  expect(status).toBe(harness.db.kind === 'embedded' ? 200 : 400)
  expect(await itemsOf()).toEqual(
    status === 200 ? ['frbo', 'fsbo', 'lead', 'triple'] : ['fsbo', 'lead', 'triple'],
  )
  const charges = await harness.db.many(sql`select 1 from charges where account_id = ${one.accountId}`)
  expect(charges).toHaveLength(status === 200 ? 2 : 1)
})

test('a reactivation ordered while another is settling leaves no account stuck', async () => {
  expect(await browser.call(cancel, { reason: 'Other', details: '' })).toMatchObject({ status: 200 })
  harness.clock.set('2026-12-15T06:00:00Z')
  await renewDue(harness)
  const back = await openBrowser(harness, one.email)
  const order = (key: string) => back.call(reactivate, { total_cents: 14_900, idempotency_key: key })
  harness.payments.charge = async () => ({ kind: 'unknown' })
  expect(await order('back-one-one')).toMatchObject({ status: 202 })
  harness.clock.advance(MINUTE)
  await whileSettling('back-one-one', { kind: 'absent' }, () => order('back-two-two'))
  harness.clock.advance(MINUTE)
  if (await findOrder(harness.db, 'back-two-two')) await settleLostOrder(harness, 'back-two-two')
  expect(await statusOf()).toBe('canceled')
})

test('nothing is bought for a month that has ended, even if the next has not begun', async () => {
  harness.clock.set('2026-12-15T06:10:00Z')
  const late = await openBrowser(harness, one.email)
  const order = {
    ...bought,
    fsbo_data_feature: 1,
    now_cents: 83,
    next_cents: 17_400,
    idempotency_key: 'after-midnight',
  }
  expect(await late.call(changePlan, order)).toMatchObject({
    status: 400,
    body: {
      errors: 'A payment for this account is being confirmed right now. Please wait a minute and try again.',
    },
  })
  await renewDue(harness)
  const charges = await harness.db.many(
    sql`select amount_cents as cents from charges where account_id = ${one.accountId}`,
  )
  expect(charges).toEqual([{ cents: 14_900 }])
})
