import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changePlan } from '#contract/features/plan.ts'
import { pages } from '#contract/pages.ts'
import { sql } from '#server/platform/db/sql.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { byOperator } from '#server/test-kit/by-operator.ts'
import { type Renewed, renewedAccount } from '#server/test-kit/disputes.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { giveMoneyBack } from '#server/test-kit/money-back.ts'
import { postDispute } from '#server/test-kit/notices.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

/** On December 18, 28 of 31 days are left: a triple line costs $125.55, and a single line was worth $80.39. */
const TRIPLE = 12_555
const SINGLE = 8_039

type Given = Pick<Parameters<typeof giveMoneyBack>[1], 'howMuch' | 'way'>
const giveBack = ({ bill }: Renewed, given: Given) =>
  giveMoneyBack(harness, {
    key: randomUUID(),
    bill,
    reason: 'goodwill',
    words: 'sorry',
    actor: 'operator:tests',
    ...given,
  })
/** Single to triple: refused with the full credit, and made at the amount. */
async function exchange(one: Renewed, cents: number, next = 14_900, more: object = {}) {
  const browser = await openBrowser(harness, one.email)
  const triple = {
    triple_line_power_dialer_count: 1,
    hosted_lead_management_count: 1,
    ...more,
    next_cents: next,
  }
  const call = (now_cents: number) =>
    browser.call(changePlan, { ...triple, now_cents, idempotency_key: randomUUID() })
  if (cents !== TRIPLE - SINGLE) expect(await call(TRIPLE - SINGLE)).toMatchObject({ status: 400 })
  expect(await call(cents)).toMatchObject({ status: 200 })
}

test('a month refunded or given as credit is not credited again in an exchange', async () => {
  for (const way of ['card', 'credit'] as const) {
    const one = await renewedAccount(harness, { plan: { single: 1 } })
    await giveBack(one, { howMuch: { kind: 'rest' }, way })
    // Credit pays for a part of it.
    await exchange(one, way === 'card' ? TRIPLE : TRIPLE - 9_900)
  }
})

test("after a partial refund, an exchange credits the rest of the dialer's price, as on the page", async () => {
  const one = await renewedAccount(harness, { plan: { single: 1 } })
  await giveBack(one, { howMuch: { kind: 'amount', cents: 5_000 }, way: 'card' })
  const page = await (await openBrowser(harness, one.email)).open(pages.plan)
  expect(page.text).toContain('"creditPrices":{"single":3900}')
  // $39.00 of $89.00, for 28 of 31 days.
  await exchange(one, TRIPLE - 3_523)
})

test('a refund of another line does not change the credit of an exchange', async () => {
  const one = await renewedAccount(harness, { plan: { single: 1, 'skip-tracer': 1 } })
  const { position } = await harness.db.one<{ position: number }>(sql`
    select l.position from invoice_lines l join invoices i on i.id = l.invoice_id
    where i.number = ${one.bill} and l.label = 'Skip tracer'`)
  await giveBack(one, { howMuch: { kind: 'lines', positions: [position] }, way: 'card' })
  await exchange(one, TRIPLE - SINGLE, 14_900 + 4_900, { reverse_lookup_feature: 1 })
})

test('money taken back in a dispute is not credited in an exchange', async () => {
  const one = await renewedAccount(harness, { plan: { single: 1 } })
  await postDispute(harness, 'opened', { ...one, dispute: 'dp-exchange' })
  await postDispute(harness, 'lost', { ...one, dispute: 'dp-exchange', amount: 9_900 })
  await byOperator.undoFraud(harness, one)
  await exchange(one, TRIPLE)
})
