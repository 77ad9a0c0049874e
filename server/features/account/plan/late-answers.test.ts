// On PostgreSQL: two of its requests race.
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as messages from '#contract/billing/messages.ts'
import { changePlan } from '#contract/features/plan.ts'
import { giveBackCharge } from '#server/billing/orders/give-back.ts'
import { settleLostOrder } from '#server/billing/orders/settle-order.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { sql } from '#server/platform/db/sql.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { sandboxFor } from '#server/test-kit/payments.ts'
import { type Subscribed, subscribe } from '#server/test-kit/subscriptions.ts'

let harness: Harness
/** Whether the gateway's answers are lost. */
let isCut = false
let refunds: { key: string; amount: number }[] = []

beforeEach(async () => {
  isCut = false
  refunds = []
  harness = await openHarness({
    payments: (db, clock) => {
      const real = sandboxFor(db, clock)
      return {
        ...real,
        charge: async (order) => {
          const outcome = await real.charge(order)
          return isCut && !order.isRenewal ? { kind: 'unknown' } : outcome
        },
        refund: async (order) => {
          refunds.push(order)
          const outcome = await real.refund(order)
          return isCut ? { kind: 'unknown' } : outcome
        },
      }
    },
  })
  harness.clock.set('2026-11-15T15:00:00Z')
})
afterEach(() => harness.close())

const twenty = {
  triple_line_power_dialer_count: 20,
  hosted_lead_management_count: 20,
  idempotency_key: 'twenty-more',
}
const itemsOf = async ({ subscriptionId }: Subscribed) =>
  Object.fromEntries(
    (
      await harness.db.many<{ item: string; quantity: number }>(
        sql`select item, quantity from subscription_items where subscription_id = ${subscriptionId}`,
      )
    ).map(({ item, quantity }) => [item, quantity]),
  )
const mailsOf = async (purpose: string) =>
  harness.db.many<{ subject: string }>(sql`select subject from mails where purpose = ${purpose} order by id`)

/**
 * Places an order on the last day of the month and loses its answer; when it is found, the next month has
 * begun.
 */
async function orderAndLose() {
  const one = await subscribe(harness)
  harness.clock.set('2026-12-14T15:00:00Z')
  const browser = await openBrowser(harness, one.email)
  const nowCents = Math.round((19 * 13_900) / 30) + Math.round((19 * 1_000) / 30)
  const order = { ...twenty, now_cents: nowCents, next_cents: 20 * 14_900 }
  isCut = true
  expect(await browser.call(changePlan, order)).toMatchObject({ status: 202 })
  isCut = false
  return { one, browser, order, nowCents }
}

test('an order answered after its month is not applied to the next: it is refunded and explained', async () => {
  const { one, browser, order } = await orderAndLose()
  harness.clock.set('2026-12-15T07:00:00Z')
  await renewDue(harness)
  await settleLostOrder(harness, order.idempotency_key)

  expect(await itemsOf(one)).toEqual({ triple: 1, lead: 1 })
  expect(await browser.call(changePlan, order)).toMatchObject({
    status: 400,
    body: { errors: messages.changeTooLate },
  })
  expect(await mailsOf('payment-returned')).toEqual([
    { subject: expect.stringContaining('We are returning your payment') },
  ])
  expect(await mailsOf('plan-changed')).toEqual([])

  await giveBackCharge(harness, order.idempotency_key)
  expect(await harness.payments.find(order.idempotency_key)).toEqual({ kind: 'voided' })
  const ours = await harness.db.one(
    sql`select outcome, refunded_cents as refunded from charges where key = ${order.idempotency_key}`,
  )
  expect(ours).toEqual({ outcome: 'voided', refunded: 0 })
  const bills = await harness.db.many(sql`select total_cents as cents from invoices order by id`)
  expect(bills).toEqual([{ cents: 14_900 }, { cents: 14_900 }])
})

test('an answer within the month is applied, however late in it', async () => {
  const { one, order } = await orderAndLose()
  harness.clock.set('2026-12-15T05:59:59Z')
  await renewDue(harness)
  await settleLostOrder(harness, order.idempotency_key)
  expect(await itemsOf(one)).toEqual({ triple: 20, lead: 20 })
})

test('a charge already settled by then is refunded, once, whatever is lost or killed on the way', async () => {
  const { order, nowCents } = await orderAndLose()
  harness.clock.set('2026-12-17T07:00:00Z')
  await renewDue(harness)
  await settleLostOrder(harness, order.idempotency_key)

  isCut = true
  await expect(giveBackCharge(harness, order.idempotency_key)).rejects.toThrow('has not answered')
  isCut = false
  await Promise.all([1, 2, 3].map(() => giveBackCharge(harness, order.idempotency_key)))
  await giveBackCharge(harness, order.idempotency_key)

  expect(refunds).toEqual([
    { key: expect.stringMatching(/^refund-/), reference: expect.anything(), amount: nowCents },
  ])
  const books = await harness.db.one(sql`
    select c.outcome, c.refunded_cents as refunded, r.outcome as refund,
      (select sum(amount_cents)::integer from sandbox_refunds) as gateway
    from charges c join refunds r on r.charge_id = c.id where c.key = ${order.idempotency_key}`)
  expect(books).toEqual({ outcome: 'voided', refunded: nowCents, refund: 'refunded', gateway: nowCents })
})

test('a refund that never reached the gateway is resent under another key', async () => {
  const { order } = await orderAndLose()
  harness.clock.set('2026-12-17T07:00:00Z')
  await renewDue(harness)
  await settleLostOrder(harness, order.idempotency_key)
  const { refund } = harness.payments
  harness.payments.refund = async () => ({ kind: 'unknown' })
  await expect(giveBackCharge(harness, order.idempotency_key)).rejects.toThrow('has not answered')
  harness.payments.refund = refund
  // Within the gateway's deadline the charge may still arrive.
  await expect(giveBackCharge(harness, order.idempotency_key)).rejects.toThrow('does not know')
  expect(refunds).toEqual([])
  harness.clock.advance(60_000)
  await expect(giveBackCharge(harness, order.idempotency_key)).rejects.toThrow('does not know')
  await giveBackCharge(harness, order.idempotency_key)
  expect(refunds).toHaveLength(1)
  expect(await harness.db.many(sql`select outcome from refunds order by id`)).toEqual([
    { outcome: 'absent' },
    { outcome: 'refunded' },
  ])
})

test('while a payment is open, no change is planned that its answer would undo', async () => {
  const one = await subscribe(harness, { plan: { triple: 1, 'skip-tracer': 1 } })
  const browser = await openBrowser(harness, one.email)
  const current = { triple_line_power_dialer_count: 1, hosted_lead_management_count: 1 }
  const more = {
    ...current,
    reverse_lookup_feature: 1,
    fsbo_data_feature: 1,
    now_cents: 2_500,
    next_cents: 22_300,
  }
  isCut = true
  expect(await browser.call(changePlan, { ...more, idempotency_key: 'one-more' })).toMatchObject({
    status: 202,
  })
  const less = { ...current, now_cents: 0, next_cents: 14_900, idempotency_key: 'less-now' }
  expect(await browser.call(changePlan, less)).toMatchObject({
    status: 400,
    body: { errors: messages.paymentOfAccountUnderWay },
  })
  await settleLostOrder(harness, 'one-more')
  expect(await browser.call(changePlan, less)).toMatchObject({ status: 200 })
})
