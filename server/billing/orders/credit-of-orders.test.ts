// On PostgreSQL: an order and a renewal race for the same credit.
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cancel } from '#contract/features/cancel.ts'
import { changePlan } from '#contract/features/plan.ts'
import { reactivate } from '#contract/features/reactivate.ts'
import { pages } from '#contract/pages.ts'
import { creditOf, reserveCredit } from '#server/billing/invoices/invoices.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Browser, openBrowser } from '#server/test-kit/browser.ts'
import { type Renewed, renewedAccount } from '#server/test-kit/disputes.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { giveMoneyBack } from '#server/test-kit/money-back.ts'
import { sandboxFor } from '#server/test-kit/payments.ts'
import { giveBackCharge } from './give-back.ts'
import { settleLostOrder } from './settle-order.ts'

let harness: Harness
/** What the gateway's answer is replaced by, and whether it is asked at all. */
let gateway: 'answers' | 'is lost' | 'declines' | 'is killed before'
let charged: number[]

beforeEach(async () => {
  gateway = 'answers'
  charged = []
  harness = await openHarness({
    payments: (db, clock) => {
      const real = sandboxFor(db, clock)
      return {
        ...real,
        charge: async (order) => {
          if (order.isRenewal) return real.charge(order)
          if (gateway === 'declines') return { kind: 'declined', reason: 'declined' }
          if (gateway === 'is killed before') return { kind: 'unknown' }
          charged.push(order.amount)
          const outcome = await real.charge(order)
          return gateway === 'is lost' ? { kind: 'unknown' } : outcome
        },
      }
    },
  })
})
afterEach(() => harness.close())

/** 28 of 31 days of a skip tracer at $49.00. */
const ADDED = 4_426
const key = (one: Renewed, name: string) => `order-${one.accountId}-${name}`
const added = (one: Renewed, now_cents: number, name = '1') => ({
  triple_line_power_dialer_count: 1,
  hosted_lead_management_count: 1,
  reverse_lookup_feature: 1,
  now_cents,
  next_cents: 14_900 + 4_900,
  idempotency_key: key(one, name),
})
const back = (one: Renewed, total_cents: number, name = '1') => ({
  total_cents,
  idempotency_key: key(one, name),
})

function giveCredit({ bill }: Renewed, cents: number) {
  const how = {
    howMuch: { kind: 'amount', cents },
    way: 'credit',
    reason: 'goodwill',
    words: 'sorry',
  } as const
  return giveMoneyBack(harness, { key: randomUUID(), bill, actor: 'operator:tests', ...how })
}

async function withCredit(cents: number): Promise<{ one: Renewed; browser: Browser }> {
  const one = await renewedAccount(harness)
  await giveCredit(one, cents)
  return { one, browser: await openBrowser(harness, one.email) }
}

/** The paid month has ended after a cancellation. */
async function ended(cents: number): Promise<{ one: Renewed; browser: Browser }> {
  const { one, browser } = await withCredit(cents)
  await browser.call(cancel, { reason: 'It costs too much', details: '' })
  harness.clock.set('2027-01-15T06:00:00Z')
  await renewDue(harness)
  return { one, browser: await openBrowser(harness, one.email) }
}

const lastBill = ({ accountId }: Renewed) =>
  harness.db.one(sql`
    select i.total_cents as total, i.credit_used_cents as credit, i.paid_at is not null as "isPaid",
      (select l.amount_cents from invoice_lines l where l.invoice_id = i.id order by position desc limit 1) as "lastLine",
      (select c.amount_cents from charges c where c.id = i.charge_id) as charged
    from invoices i where account_id = ${accountId} order by id desc limit 1`)
const credit = ({ accountId }: Renewed) => creditOf(harness.db, accountId)
const mailOf = (purpose: string) =>
  harness.db.one<{ text: string }>(sql`
    select subject || ' ' || content::text as text from mails where purpose = ${purpose} order by id desc limit 1`)

test('a reactivation charges what credit leaves: page, call, charge, bill and mail agree', async () => {
  const { one, browser } = await ended(5_000)
  expect((await browser.open(pages.reactivate)).text).toContain('"due":{"cents":9900,"creditCents":5000}')
  expect(await browser.call(reactivate, back(one, 14_900, 'full'))).toMatchObject({
    status: 400,
    body: { outdated: true, errors: expect.stringContaining('It is now $99.00') },
  })
  expect(await browser.call(reactivate, back(one, 9_900))).toMatchObject({ status: 200 })
  expect(charged).toEqual([9_900])
  expect(await lastBill(one)).toEqual({
    total: 9_900,
    credit: 5_000,
    isPaid: true,
    lastLine: -5_000,
    charged: 9_900,
  })
  expect(await credit(one)).toBe(0)
  const { text } = await mailOf('reactivated')
  expect(text).toContain('We charged $99.00')
  expect(text).toContain('after $50.00 of your credit was used')
  expect(text).toContain('The next charge is $149.00')
})

test('a reactivation covered by credit needs no charge, and a repeat gets the same answer', async () => {
  const { one, browser } = await ended(14_900)
  const answers = await Promise.all([1, 2, 3].map(() => browser.call(reactivate, back(one, 0))))
  for (const answer of answers)
    expect(answer).toMatchObject({ status: 200, body: { data: { status: 'active' } } })
  expect(charged).toEqual([])
  expect(await lastBill(one)).toEqual({
    total: 0,
    credit: 14_900,
    isPaid: true,
    lastLine: -14_900,
    charged: null,
  })
  expect(await credit(one)).toBe(0)
})

test('a mid-month addition uses credit first, and the bill says how much', async () => {
  const { one, browser } = await withCredit(1_000)
  expect((await browser.open(pages.plan)).text).toContain('"creditCents":1000')
  expect(await browser.call(changePlan, added(one, ADDED, 'full'))).toMatchObject({
    body: { outdated: true, errors: expect.stringContaining('It is now $34.26') },
  })
  expect(await browser.call(changePlan, added(one, ADDED - 1_000))).toMatchObject({ status: 200 })
  expect(charged).toEqual([ADDED - 1_000])
  expect(await lastBill(one)).toMatchObject({ total: ADDED - 1_000, credit: 1_000, lastLine: -1_000 })
  expect(await credit(one)).toBe(0)
})

test('an addition covered by credit makes no charge, and uses it once for concurrent requests', async () => {
  const { one, browser } = await withCredit(10_000)
  const answers = await Promise.all(['1', '2'].map((name) => browser.call(changePlan, added(one, 0, name))))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  expect(charged).toEqual([])
  expect(await lastBill(one)).toMatchObject({ total: 0, credit: ADDED, charged: null })
  expect(await credit(one)).toBe(10_000 - ADDED)
})

test('a declined order uses no credit', async () => {
  const { one, browser } = await withCredit(1_000)
  gateway = 'declines'
  expect(await browser.call(changePlan, added(one, ADDED - 1_000))).toMatchObject({ status: 400 })
  expect(await credit(one)).toBe(1_000)
  gateway = 'answers'
  expect(await browser.call(changePlan, added(one, ADDED - 1_000, '2'))).toMatchObject({ status: 200 })
  expect(await credit(one)).toBe(0)
})

test("while the bank has not answered, no bill uses an order's credit; once paid, it is used once", async () => {
  const { one, browser } = await withCredit(1_000)
  gateway = 'is lost'
  expect(await browser.call(changePlan, added(one, ADDED - 1_000))).toMatchObject({ status: 202 })
  expect(await credit(one)).toBe(0)
  await Promise.all([1, 2].map(() => settleLostOrder(harness, key(one, '1'))))
  expect(await lastBill(one)).toMatchObject({ total: ADDED - 1_000, credit: 1_000 })
  expect(await credit(one)).toBe(0)
})

test('an order that never reached the bank releases its credit', async () => {
  const { one, browser } = await withCredit(1_000)
  gateway = 'is killed before'
  expect(await browser.call(changePlan, added(one, ADDED - 1_000))).toMatchObject({ status: 202 })
  harness.clock.advance(harness.config.settleSeconds * 1000 + 1)
  await settleLostOrder(harness, key(one, '1'))
  expect(await credit(one)).toBe(1_000)
  expect(await lastBill(one)).toMatchObject({ total: 14_900 })
})

test('an answer after the month has ended returns card money and credit, unused by the renewal', async () => {
  const { one, browser } = await withCredit(1_000)
  gateway = 'is lost'
  await browser.call(changePlan, added(one, ADDED - 1_000))
  harness.clock.set('2027-01-15T06:00:00Z')
  await renewDue(harness)
  expect(await lastBill(one)).toMatchObject({ total: 14_900, credit: 0 })
  await settleLostOrder(harness, key(one, '1'))
  await giveBackCharge(harness, key(one, '1'))
  expect(await credit(one)).toBe(1_000)
  expect(await harness.db.one(sql`select outcome from charges where key = ${key(one, '1')}`)).toEqual({
    outcome: 'voided',
  })
})

test('an order priced with more credit than available reserves none of it', async () => {
  const { one } = await withCredit(1_000)
  const { accountId } = one
  const priced = { id: 1, accountId, amountCents: 0, creditCents: 2_000 }
  expect(await harness.db.transaction((tx) => reserveCredit(tx, priced, harness.clock.now()))).toBe(false)
  expect(await credit(one)).toBe(1_000)
})

test('credit used first by a renewal is not used by an order that was previewed with it', async () => {
  const { one, browser } = await ended(5_000)
  // Used by somebody else between the page and the submit.
  await harness.db.run(sql`
    insert into credits (account_id, cents, invoice_id, created_at)
    select account_id, -5000, id, now() from invoices where number = ${one.bill}`)
  expect(await browser.call(reactivate, back(one, 9_900))).toMatchObject({
    status: 400,
    body: { outdated: true, errors: expect.stringContaining('It is now $149.00') },
  })
  expect(charged).toEqual([])
  expect(await browser.call(reactivate, back(one, 14_900, '2'))).toMatchObject({ status: 200 })
  expect(charged).toEqual([14_900])
})
