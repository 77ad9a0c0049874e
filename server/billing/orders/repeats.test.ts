import { afterEach, beforeEach, expect, test } from 'vitest'
import * as messages from '#contract/billing/messages.ts'
import { cancel } from '#contract/features/cancel.ts'
import { changePlan } from '#contract/features/plan.ts'
import { reactivate, reactivateWithCard } from '#contract/features/reactivate.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Payments } from '#server/ports/payments.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { cardForm } from '#server/test-kit/past-due.ts'
import { sandboxFor } from '#server/test-kit/payments.ts'
import { DECLINED, type Subscribed, subscribe, TIMES_OUT } from '#server/test-kit/subscriptions.ts'

let harness: Harness
/** Gateway functions that a test overrides. */
let between: Partial<Payments> = {}
let gateway: Payments

beforeEach(async () => {
  between = {}
  harness = await openHarness({
    payments: (db, clock) => {
      gateway = sandboxFor(db, clock)
      return {
        ...gateway,
        vault: (card, options) => (between.vault ?? gateway.vault)(card, options),
        charge: (order) => (between.charge ?? gateway.charge)(order),
      }
    },
  })
  harness.clock.set('2026-11-15T15:00:00Z')
})
afterEach(() => harness.close())

const current = { triple_line_power_dialer_count: 1, hosted_lead_management_count: 1 }
const amounts = { now_cents: 2_500, next_cents: 17_400, idempotency_key: 'one-key-of-a-plan' }
const withSales = { ...current, ...amounts, fsbo_data_feature: 1 }
/** Another plan with the same price. */
const withRentals = { ...current, ...amounts, frbo_data_feature: 1 }

const charges = async () =>
  (await harness.db.one<{ count: number }>(sql`select count(*) as count from sandbox_charges`)).count
const itemsOf = async ({ subscriptionId }: Subscribed) =>
  (
    await harness.db.many<{ item: string }>(
      sql`select item from subscription_items where subscription_id = ${subscriptionId} order by item`,
    )
  ).map(({ item }) => item)

/** The owner of an account whose canceled subscription has ended. */
async function ended() {
  const one = await subscribe(harness)
  await (await openBrowser(harness, one.email)).call(cancel, { reason: 'It costs too much', details: '' })
  harness.clock.set('2026-12-15T06:00:00Z')
  await renewDue(harness)
  return openBrowser(harness, one.email)
}

test("a plan change's key with another plan of the same price is refused, and the first stays", async () => {
  const one = await subscribe(harness)
  const browser = await openBrowser(harness, one.email)
  expect((await browser.call(changePlan, withSales)).status).toBe(200)
  expect(await browser.call(changePlan, withRentals)).toMatchObject({
    status: 409,
    body: { errors: messages.otherBody, data: { status: 'changed' } },
  })
  expect(await itemsOf(one)).toEqual(['fsbo', 'lead', 'triple'])
  expect(await browser.call(changePlan, withSales)).toMatchObject({
    status: 200,
    body: { data: { status: 'changed' } },
  })
  expect(await charges()).toBe(1)
})

test.each([
  [TIMES_OUT, 'confirming'],
  [DECLINED, 'refused'],
])('refusing a used key says what happened to its order: card %s, %s', async (number, status) => {
  const one = await subscribe(harness, { number })
  const browser = await openBrowser(harness, one.email)
  await browser.call(changePlan, withSales)
  expect(await browser.call(changePlan, withRentals)).toMatchObject({
    status: 409,
    body: { data: { status } },
  })
  expect(await charges()).toBe(1)
})

test('a plan change repeated on a cheaper day gets the same answer', async () => {
  const one = await subscribe(harness)
  const browser = await openBrowser(harness, one.email)
  await browser.call(changePlan, withSales)
  harness.clock.set('2026-11-20T15:00:00Z')
  expect(await (await openBrowser(harness, one.email)).call(changePlan, withSales)).toMatchObject({
    status: 200,
    body: { data: { status: 'changed' } },
  })
  expect(await charges()).toBe(1)
})

test('a key reveals nothing about orders of another account', async () => {
  const [one, other] = [await subscribe(harness), await subscribe(harness)]
  await (await openBrowser(harness, one.email)).call(changePlan, withSales)
  expect(await (await openBrowser(harness, other.email)).call(changePlan, withSales)).toMatchObject({
    status: 409,
    body: { data: { status: 'refused' } },
  })
})

test('a reactivation is one order with any card; a different total makes another order', async () => {
  const browser = await ended()
  const order = { total_cents: 14_900, idempotency_key: 'one-way-back' }
  expect((await browser.call(reactivate, order)).status).toBe(200)
  expect(await browser.call(reactivateWithCard, { ...cardForm(DECLINED), ...order })).toMatchObject({
    status: 200,
    body: { data: { status: 'active' } },
  })
  expect(await browser.call(reactivate, { ...order, total_cents: 14_800 })).toMatchObject({
    status: 409,
    body: { data: { status: 'active' } },
  })
  expect(await charges()).toBe(1)
})

test('a double click on a declined card counts as one decline, also in a reactivation', async () => {
  const browser = await ended()
  const orderOf = (key: string) => ({
    ...cardForm(DECLINED),
    total_cents: 14_900,
    idempotency_key: key,
  })
  for (const key of ['first-try', 'second-try']) {
    const [first, second] = await doubleClick(key, () => browser.call(reactivateWithCard, orderOf(key)))
    expect(first).toMatchObject({ status: 400, body: { errors: { number: [messages.cardDeclined] } } })
    expect(second.body).toEqual(first.body)
  }
  // The bank has declined it twice. A card may be tried four times.
  expect((await browser.call(reactivateWithCard, orderOf('third-try'))).body.errors).toEqual({
    number: [messages.cardDeclined],
  })
  expect(await charges()).toBe(3)
})

/** Sends the second click while the gateway is vaulting the card of the first one. */
async function doubleClick<Answer>(key: string, click: () => Promise<Answer>): Promise<[Answer, Answer]> {
  let second: Promise<Answer> | undefined
  between.vault = async (card, options) => {
    between.vault = gateway.vault
    const isPlaced = await harness.db.maybe(sql`select 1 from orders where key = ${key}`)
    second = click()
    // If the first order is already placed, the second click is answered only when the first one is.
    if (!isPlaced) await second
    return gateway.vault(card, options)
  }
  const first = await click()
  return [first, (await second) ?? first]
}
