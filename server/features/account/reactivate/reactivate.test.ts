// On PostgreSQL: two of its requests race.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { updateCard } from '#contract/features/billing.ts'
import { cancel } from '#contract/features/cancel.ts'
import { reactivate, reactivateWithCard } from '#contract/features/reactivate.ts'
import { settleLostOrder } from '#server/billing/orders/settle-order.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Browser, openBrowser } from '#server/test-kit/browser.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { cardForm, cardOnFile } from '#server/test-kit/past-due.ts'
import { DECLINED, type Subscribed, subscribe, TIMES_OUT } from '#server/test-kit/subscriptions.ts'

const MASTERCARD = '5555555555554444'
let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())
beforeEach(() => harness.clock.set('2026-11-15T15:00:00Z'))

/** An account that was canceled and has ended, with its owner. */
async function leave(): Promise<{
  one: Subscribed
  browser: Browser
  keyed: (number: string, key: string) => object
}> {
  const one = await subscribe(harness)
  await (await openBrowser(harness, one.email)).call(cancel, { reason: 'It costs too much', details: '' })
  harness.clock.set('2026-12-15T06:00:00Z')
  await renewDue(harness)
  const browser = await openBrowser(harness, one.email)
  const keyed = (number: string, key: string) => ({
    ...cardForm(number),
    total_cents: 14_900,
    idempotency_key: `back-${one.accountId}-${key}`,
  })
  return { one, browser, keyed }
}

test('a declined card reactivates nothing and is not put on file', async () => {
  const { one, browser, keyed } = await leave()
  expect(await browser.call(reactivateWithCard, keyed(DECLINED, '1'))).toMatchObject({
    status: 400,
    body: { errors: { number: [expect.any(String)] } },
  })
  expect(await cardOnFile(harness, one)).toEqual({ lastFour: '1111' })
})

test("a total that differs from today's is refused, and the page learns that it is outdated", async () => {
  const { one, browser, keyed } = await leave()
  expect(
    await browser.call(reactivateWithCard, { ...keyed(MASTERCARD, '1'), total_cents: 100 }),
  ).toMatchObject({
    status: 400,
    body: { errors: expect.stringContaining('It is now $149.00'), outdated: true },
  })
  expect(await cardOnFile(harness, one)).toEqual({ lastFour: '1111' })
})

test('refusals other than the bank’s, such as a payment in progress, are not card declines', async () => {
  const { one, browser, keyed } = await leave()
  expect((await browser.call(reactivateWithCard, keyed(TIMES_OUT, 'first'))).status).toBe(202)
  for (let tries = 0; tries < 5; tries += 1) {
    expect(
      (await browser.call(reactivateWithCard, keyed(MASTERCARD, `again${tries}`))).body.errors,
    ).toContain('being confirmed right now')
  }
  await settleLostOrder(harness, `back-${one.accountId}-first`)
  expect(await cardOnFile(harness, one)).toEqual({ lastFour: '0119' })
  // Undoing a hand-over removes its owner's cards, so each card records who entered it.
  const entered = sql`select entered_by as by from cards where account_id = ${one.accountId} and replaced_at is null`
  expect(await harness.db.one(entered)).toEqual({ by: `agent:${one.agentId}` })
  expect((await browser.call(updateCard, cardForm(MASTERCARD))).body).toMatchObject({
    data: { status: 'saved' },
  })
})

const alreadyActive = { status: 409, body: { data: { status: 'active' }, errors: expect.any(String) } }

/** An account's charges and running subscriptions. */
const standingOf = ({ accountId }: Subscribed) =>
  harness.db.one(sql`
    select (select count(*)::integer from charges where account_id = ${accountId}) as charges,
      (select count(*)::integer from subscriptions where account_id = ${accountId} and ended_at is null) as running`)

test('reactivating again in a second tab reports that it is active, and charges once', async () => {
  const { one, browser, keyed } = await leave()
  const onFile = (key: string) => ({ total_cents: 14_900, idempotency_key: `back-${one.accountId}-${key}` })
  expect(await browser.call(reactivate, onFile('1'))).toMatchObject({ status: 200 })
  expect(await browser.call(reactivate, onFile('2'))).toMatchObject(alreadyActive)
  expect(await browser.call(reactivateWithCard, keyed(MASTERCARD, '3'))).toMatchObject(alreadyActive)
  // An order refused because of another one was never placed: its key gets the same answer.
  expect(await browser.call(reactivate, onFile('2'))).toMatchObject(alreadyActive)
  expect(await standingOf(one)).toEqual({ charges: 1, running: 1 })
  expect(await cardOnFile(harness, one)).toEqual({ lastFour: '1111' })
})

test('of concurrent reactivations under different keys, one is charged, and the others learn of it', async () => {
  const { one, browser } = await leave()
  const order = (key: number) => ({ total_cents: 14_900, idempotency_key: `back-${one.accountId}-${key}` })
  const answers = await Promise.all([1, 2, 3].map((key) => browser.call(reactivate, order(key))))
  const others = answers.filter(({ status }) => status !== 200)
  expect(others).toHaveLength(2)
  for (const { status, body } of others) {
    if (status === 409) expect(body.data).toEqual({ status: 'active' })
    else expect([status, body.errors]).toEqual([400, expect.stringContaining('being confirmed right now')])
  }
  expect(await standingOf(one)).toEqual({ charges: 1, running: 1 })
  for (const [place, { status }] of answers.entries())
    expect((await browser.call(reactivate, order(place + 1))).status).toBe(status === 200 ? 200 : 409)
  expect(await standingOf(one)).toEqual({ charges: 1, running: 1 })
})

test('of concurrent free reactivations one begins a month, and the others learn of it', async () => {
  const { one, browser } = await leave()
  await harness.db.run(
    sql`update subscription_items set given = quantity where subscription_id = ${one.subscriptionId}`,
  )
  const order = (key: number) => ({ total_cents: 0, idempotency_key: `back-${one.accountId}-${key}` })
  const answers = await Promise.all([1, 2, 3].map((key) => browser.call(reactivate, order(key))))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect(await standingOf(one)).toEqual({ charges: 0, running: 1 })
})
