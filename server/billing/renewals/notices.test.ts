import { afterEach, beforeEach, expect, test } from 'vitest'
import { cancel, undoCancel } from '#contract/features/cancel.ts'
import { reactivate } from '#contract/features/reactivate.ts'
import { sql } from '#server/platform/db/sql.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { byOperator } from '#server/test-kit/by-operator.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { mailsTo } from '#server/test-kit/mails.ts'
import { putOnHold } from '#server/test-kit/put-on-hold.ts'
import { DECLINED_AT_RENEWAL, type Subscribed, subscribe } from '#server/test-kit/subscriptions.ts'
import { announceEndsOfHolds } from './hold-notices.ts'
import { renewDue } from './renew.ts'

let harness: Harness
beforeEach(async () => {
  harness = await openHarness()
  harness.clock.set('2026-11-15T15:00:00Z')
})
afterEach(() => harness.close())

async function renewAt(moment: string): Promise<void> {
  harness.clock.set(moment)
  await renewDue(harness)
}

/** Gives the whole last bill, or one before it, as credit. */
async function creditLastBill({ accountId }: Subscribed, before = 0): Promise<void> {
  const { number } = await harness.db.one<{ number: string }>(
    sql`select number from invoices where account_id = ${accountId} order by id desc limit 1 offset ${before}`,
  )
  await byOperator.refund(harness, number, 'credit')
}

async function undoneCancellation({ email }: Subscribed): Promise<void> {
  const browser = await openBrowser(harness, email)
  expect(await browser.call(cancel, { reason: 'Other', details: '' })).toMatchObject({ status: 200 })
  expect(await browser.call(undoCancel, {})).toMatchObject({ status: 200 })
}

test("the notice before the end of a hold states the card's charge after credit", async () => {
  const one = await subscribe(harness)
  const browser = await openBrowser(harness, one.email)
  expect(await putOnHold(browser, 1)).toMatchObject({ status: 200 })
  await renewAt('2026-12-15T06:00:00Z')
  await creditLastBill(one)
  harness.clock.set('2027-01-09T12:00:00Z')
  await announceEndsOfHolds(harness)
  const [mail] = await mailsTo(harness, one.email, 'hold-ends')
  expect(mail?.plain).toContain('We will charge $139.00 to your card on file')
  await renewAt('2027-01-15T06:00:00Z')
  expect(
    await harness.db.one(
      sql`select amount_cents as cents from charges where account_id = ${one.accountId} order by id desc limit 1`,
    ),
  ).toEqual({ cents: 13_900 })
})

test('after a reactivation with credit, the mail states the next charge after credit', async () => {
  const one = await subscribe(harness)
  await renewAt('2026-12-15T06:00:00Z')
  await creditLastBill(one)
  await creditLastBill(one, 1)
  const leaver = await openBrowser(harness, one.email)
  expect(await leaver.call(cancel, { reason: 'Other', details: '' })).toMatchObject({ status: 200 })
  harness.clock.set('2027-01-15T06:00:00Z')
  await renewDue(harness)
  const back = await openBrowser(harness, one.email)
  // One pays for the month that begins now, the other for the next one.
  const order = { total_cents: 0, idempotency_key: 'back-again' }
  expect(await back.call(reactivate, order)).toMatchObject({ status: 200 })
  const [mail] = await mailsTo(harness, one.email, 'reactivated')
  expect(mail?.plain).toContain('Your credit pays for the month that starts on February 15, 2027.')
  await renewAt('2027-02-15T06:00:00Z')
  const charges = await harness.db.many(
    sql`select 1 from charges where account_id = ${one.accountId} and created_at > '2027-02-01'`,
  )
  expect(charges).toEqual([])
})

test('a month paid by credit has a receipt', async () => {
  const one = await subscribe(harness)
  await renewAt('2026-12-15T06:00:00Z')
  await creditLastBill(one)
  await renewAt('2027-01-15T06:00:00Z')
  const receipts = await mailsTo(harness, one.email, 'renewal-receipt')
  expect(receipts.map(({ plain }) => plain)).toEqual([
    expect.stringContaining('We charged $149.00 to your'),
    expect.stringMatching(
      /Nothing was charged: your credit pays for .+: January 15, 2027 through February 14, 2027\./,
    ),
  ])
  expect(receipts[1]?.subject).toMatch(/^Receipt R-\d+: \$0\.00$/)
})

test('no mail announces a charge for a month that is free or paid by credit', async () => {
  const one = await subscribe(harness)
  await renewAt('2026-12-15T06:00:00Z')
  await creditLastBill(one)
  await creditLastBill(one, 1)
  await renewAt('2027-01-15T06:00:00Z')
  await undoneCancellation(one)
  await renewAt('2027-02-15T06:00:00Z')
  const receipts = await mailsTo(harness, one.email, 'renewal-receipt')
  expect(receipts.map(({ plain }) => plain)).toEqual([
    expect.stringContaining(
      'The next charge is on January 15, 2027. To avoid it, cancel in your account by January 14, 2027, 11:59 PM Central.',
    ),
    expect.stringContaining('Your credit pays for the month that starts on February 15, 2027.'),
    expect.stringContaining('The next charge is on March 15, 2027.'),
  ])
  await byOperator.giveAccess(harness, one)
  await undoneCancellation(one)
  const undone = await mailsTo(harness, one.email, 'cancel-undone')
  expect(undone.map(({ plain }) => plain)).toEqual([
    expect.stringContaining('Your credit pays for the month that starts on February 15, 2027.'),
    expect.stringContaining('Nothing will be charged on March 15, 2027: your plan is free of charge.'),
  ])
})

test('an account in provisioning is also told of its last day', async () => {
  const one = await subscribe(harness, { number: DECLINED_AT_RENEWAL, status: 'pending' })
  for (let day = 15; day <= 21; day += 1) await renewAt(`2026-12-${day}T06:01:00Z`)
  expect(await mailsTo(harness, one.email, 'last-day')).toHaveLength(1)
  for (let day = 22; day <= 31; day += 1) await renewAt(`2026-12-${day}T06:01:00Z`)
  expect(await mailsTo(harness, one.email, 'last-day')).toHaveLength(1)
  const { status } = await harness.db.one<{ status: string }>(
    sql`select status from accounts where id = ${one.accountId}`,
  )
  expect(status).toBe('expired')
})
