// On PostgreSQL: two of its requests race.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { pages } from '#contract/pages.ts'
import { beginGivingBack } from '#server/billing/refunds/give-money-back.ts'
import { sendRefund, settleLostRefund } from '#server/billing/refunds/send-refund.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { isRefused } from '#server/platform/refusal.ts'
import { DAY } from '#server/ports/clock.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { byOperator } from '#server/test-kit/by-operator.ts'
import { type Renewed, renewedAccount, standingOf } from '#server/test-kit/disputes.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { mailsTo } from '#server/test-kit/mails.ts'
import { giveMoneyBack } from '#server/test-kit/money-back.ts'
import { postDispute } from '#server/test-kit/notices.ts'
import { sandboxFor } from '#server/test-kit/payments.ts'
import { whileUnderWay } from '#server/test-kit/same-moment.ts'
import { takeDispute } from './take-dispute.ts'

let isGatewayDown = false
let harness: Harness
beforeAll(async () => {
  harness = await openHarness({
    payments: (db, clock) => {
      const sandbox = sandboxFor(db, clock)
      return {
        ...sandbox,
        refund: (order) => (isGatewayDown ? Promise.reject(new Error('down')) : sandbox.refund(order)),
      }
    },
  })
})
afterAll(() => harness.close())
beforeEach(() => {
  isGatewayDown = false
})

function giveBack({ bill }: Renewed, way: 'card' | 'credit', cents: number) {
  const [howMuch, why] = [
    { kind: 'amount', cents } as const,
    { reason: 'goodwill', words: 'A slow week' } as const,
  ]
  return giveMoneyBack(harness, { key: randomUUID(), bill, howMuch, way, ...why, actor: 'operator:kim' })
}
const refundsOf = async ({ reference }: Renewed) =>
  (
    await harness.db.one<{ cents: number }>(sql`
      select coalesce(sum(amount_cents), 0)::integer as cents from sandbox_refunds where charge_reference = ${reference}`)
  ).cents

test('a lost dispute is on the bill, keeps the account closed, and its owner is told', async () => {
  const one = await renewedAccount(harness)
  const dispute = 'lost-1'
  await postDispute(harness, 'opened', { ...one, dispute, openedOn: '2026-12-17' })
  harness.clock.advance(10 * DAY)
  await postDispute(harness, 'lost', { ...one, dispute, amount: 14_900 })
  expect(await standingOf(harness, one)).toMatchObject({ status: 'canceled', isMarked: true })
  const [mail] = await mailsTo(harness, one.email, 'dispute-lost')
  expect(mail?.subject).toBe('Your bank returned a payment of $149.00 to you')
  expect(mail?.plain).toContain('Your account stays closed')
  // An operator who reopens the account still lets its owner see the bill.
  await byOperator.undoFraud(harness, one)
  const browser = await openBrowser(harness, one.email)
  const bill = (await browser.open(pages.bill, { number: one.bill })).text
  expect(bill).toContain('−$149.00')
  expect(bill).toContain(
    'This payment was disputed at the bank on December 17, 2026. The bank returned $149.00 on December 28, 2026.',
  )
  expect((await browser.open(pages.billing)).text).toContain('>Returned<')
  expect((await browser.open(pages.activity)).text).toContain(`Bill ${one.bill}, $149.00`)
})

test('money taken back by the bank is never refunded again or given as credit', async () => {
  const one = await renewedAccount(harness)
  await postDispute(harness, 'opened', one)
  const waits = { refused: 'invalid-fields', errors: expect.stringContaining('is disputed. Wait for') }
  expect(await giveBack(one, 'card', 100)).toMatchObject(waits)
  expect(await giveBack(one, 'credit', 100)).toMatchObject(waits)
  await postDispute(harness, 'lost', { ...one, amount: 10_000 })
  const left = { errors: expect.stringContaining('Only $49.00 of bill') }
  expect(await giveBack(one, 'card', 4_901)).toMatchObject(left)
  expect(await giveBack(one, 'credit', 4_901)).toMatchObject(left)
  expect(await giveBack(one, 'card', 4_900)).toMatchObject({ state: 'issued', cents: 4_900 })
  expect(await giveBack(one, 'card', 1)).toMatchObject({ errors: expect.stringContaining('Nothing is left') })
  expect(await refundsOf(one)).toBe(4_900)
})

test('a refund requested while a dispute is being opened waits for it, and is not sent', async () => {
  const one = await renewedAccount(harness)
  const { accountId, reference } = one
  const open = async (tx: Db) => {
    const charge = await tx.one<{ id: number; amountCents: number; gateway: string }>(sql`
      select id, amount_cents as "amountCents", gateway from charges where gateway_reference = ${reference} for update`)
    const deps = { ...harness, now: harness.clock.now() }
    const notice = { kind: 'dispute', state: 'opened', reference, amount: 0 } as const
    await takeDispute(tx, deps, { ...charge, accountId, reference }, notice)
  }
  expect(await whileUnderWay(harness, open, () => giveBack(one, 'card', 1_000))).toMatchObject({
    errors: expect.stringContaining('is disputed. Wait for'),
  })
  expect(await refundsOf(one)).toBe(0)
})

test('a refund recorded just before a dispute opens is not sent either', async () => {
  const one = await renewedAccount(harness)
  const request = {
    key: randomUUID(),
    bill: one.bill,
    howMuch: { kind: 'amount', cents: 1_000 },
    way: 'card',
    reason: 'goodwill',
    words: 'A slow week',
    actor: 'operator:kim',
  } as const
  const deps = { ...harness, now: harness.clock.now() }
  const begun = await harness.db.transaction((tx) => beginGivingBack(tx, deps, request))
  await postDispute(harness, 'opened', one)
  if (isRefused(begun) || !begun.refundKey) throw new Error('The refund was not recorded')
  await sendRefund(harness, begun.refundKey)
  expect(await giveMoneyBack(harness, request)).toMatchObject({ state: 'refused' })
  expect(await refundsOf(one)).toBe(0)
})

test('the bank may take back all of a partly refunded charge: the books follow the gateway', async () => {
  const one = await renewedAccount(harness)
  expect(await giveBack(one, 'card', 5_000)).toMatchObject({ state: 'issued' })
  await postDispute(harness, 'opened', one)
  await postDispute(harness, 'lost', { ...one, amount: 14_900 })
  const books = await harness.db.one(sql`
    select c.refunded_cents as refunded, lost_of_charge(c.id) as lost, i.refunded_cents as "billRefunded"
    from charges c join invoices i on i.charge_id = c.id where i.number = ${one.bill}`)
  expect(books).toEqual({ refunded: 5_000, lost: 14_900, billRefunded: 5_000 })
})

test('a partial return in a won dispute counts, and the account reopens', async () => {
  const one = await renewedAccount(harness)
  await postDispute(harness, 'opened', { ...one, amount: 14_900 })
  await postDispute(harness, 'won', { ...one, amount: 14_900, won: 14_500 })
  const browser = await openBrowser(harness, one.email)
  const billing = (await browser.open(pages.billing)).text
  expect(billing).toContain('>Partly returned<')
  expect(billing).toContain('The bank confirmed it and returned $4.00 on')
  expect(await giveBack(one, 'card', 14_501)).toMatchObject({
    errors: expect.stringContaining('Only $145.00'),
  })
})

test('a refund that never reached the gateway is not resent once the payment is disputed', async () => {
  const one = await renewedAccount(harness)
  isGatewayDown = true
  expect(await giveBack(one, 'card', 5_000)).toMatchObject({ state: 'open' })
  await postDispute(harness, 'opened', one)
  isGatewayDown = false
  harness.clock.advance(DAY)
  const { id } = await harness.db.one<{ id: number }>(
    sql`select id from credit_notes where account_id = ${one.accountId}`,
  )
  await settleLostRefund(harness, id)
  expect(await refundsOf(one)).toBe(0)
  expect(await harness.db.one(sql`select state from credit_notes where id = ${id}`)).toEqual({
    state: 'refused',
  })
  await postDispute(harness, 'won', one)
  expect(await giveBack(one, 'card', 5_000)).toMatchObject({ state: 'issued' })
})
