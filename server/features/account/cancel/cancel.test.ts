// On PostgreSQL: two of its requests race.

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cancel, endHold, undoCancel } from '#contract/features/cancel.ts'
import { reactivate, reactivateWithCard } from '#contract/features/reactivate.ts'
import { pages } from '#contract/pages.ts'
import { settleLostOrder } from '#server/billing/orders/settle-order.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addAgent } from '#server/test-kit/accounts.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { putOnHold } from '#server/test-kit/put-on-hold.ts'
import { whileMonthBegins } from '#server/test-kit/same-moment.ts'
import { DECLINED_AT_RENEWAL, type Subscribed, subscribe, TIMES_OUT } from '#server/test-kit/subscriptions.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())
beforeEach(() => harness.clock.set('2026-11-15T15:00:00Z'))

const at = async (iso: string) => {
  harness.clock.set(iso)
  await renewDue(harness)
}
const reason = { reason: 'It costs too much', details: 'and I am moving' }
const statusOf = async ({ accountId }: Subscribed) =>
  (await harness.db.one<{ status: string }>(sql`select status from accounts where id = ${accountId}`)).status
const paidMonths = async ({ accountId }: Subscribed) =>
  (
    await harness.db.many<{ cents: number }>(sql`
      select total_cents as cents from invoices where account_id = ${accountId} and paid_at is not null order by id`)
  ).map(({ cents }) => cents)
const lastMail = ({ email }: Subscribed) =>
  harness.db.one<{ purpose: string; plain: string }>(
    sql`select purpose, plain from mails where recipient = ${email} order by id desc limit 1`,
  )
const referenceOf = (answer: { body: Record<string, unknown> }) =>
  (answer.body.data as { reference: string }).reference

test('canceled before the next billing date: service through the paid month, a receipt, no charges [SUP-40]', async () => {
  const one = await subscribe(harness)
  const browser = await openBrowser(harness, one.email)
  expect(await browser.call(cancel, { details: '' })).toMatchObject({
    status: 400,
    body: { errors: { reason: [expect.any(String)] } },
  })
  const done = await browser.call(cancel, reason)
  expect(done).toMatchObject({
    status: 200,
    body: {
      data: {
        reference: expect.stringMatching(/^C(-[0-9A-HJKMNP-TV-Z]{4}){7}$/),
        last_day: '2026-12-14',
        has_ended: false,
      },
    },
  })
  const reference = referenceOf(done)
  expect((await browser.call(cancel, reason)).body).toEqual(done.body)
  const mail = await lastMail(one)
  expect(mail.purpose).toBe('canceled')
  for (const words of [reference, 'December 14, 2026', 'no further charges', `/cancellation/${reference}/`])
    expect(mail.plain).toContain(words)

  const stranger = await openBrowser(harness)
  const receipt = await stranger.open(pages.cancellation, { reference })
  expect(receipt.text).toContain('no further charges')
  expect(receipt.text).not.toContain(one.email)
  expect((await stranger.open(pages.cancellation, { reference: 'C-0000-0000-0000-0000' })).text).toContain(
    'We could not find this cancellation',
  )
  await at('2026-12-15T05:59:00Z')
  expect(await statusOf(one)).toBe('active')
  await at('2026-12-15T06:00:00Z')
  expect(await statusOf(one)).toBe('canceled')
  expect((await stranger.open(pages.cancellation, { reference })).text).toContain('has ended')
  await at('2027-03-15T06:00:00Z')
  expect(await paidMonths(one)).toEqual([14_900])
})

test('canceled at the moment a month begins: the unpaid month ends at once and is never charged', async () => {
  const one = await subscribe(harness)
  harness.clock.set('2026-12-15T06:00:00Z')
  const browser = await openBrowser(harness, one.email)
  const canceled = whileMonthBegins(harness, one.subscriptionId, () => browser.call(cancel, reason))
  expect(await canceled).toMatchObject({
    status: 200,
    body: { data: { last_day: '2026-12-14', has_ended: true } },
  })
  expect(await statusOf(one)).toBe('canceled')
  await at('2027-03-15T06:00:00Z')
  expect(await paidMonths(one)).toEqual([14_900])
})

test('a card that expires before the next charge is mentioned, unless there is none', async () => {
  const one = await subscribe(harness, { expires: [11, 2026] })
  const browser = await openBrowser(harness, one.email)
  const told = async () => [
    (await browser.open(pages.account)).text.includes('expires before the next charge'),
    (await browser.open(pages.billing)).text.includes('It expires before the next charge'),
  ]
  expect(await told()).toEqual([true, true])
  await browser.call(cancel, reason)
  expect(await told()).toEqual([false, false])
  for (const page of [pages.account, pages.plan, pages.billing])
    expect((await browser.open(page)).text).toContain('Canceled. Your service runs through December 14, 2026')
  await browser.call(undoCancel)
  expect(await told()).toEqual([true, true])
})

test('it can be undone until the last day is over, and the receipt says so', async () => {
  const one = await subscribe(harness)
  const browser = await openBrowser(harness, one.email)
  expect(await browser.call(undoCancel)).toMatchObject({ status: 400 })
  const reference = referenceOf(await browser.call(cancel, reason))
  harness.clock.set('2026-11-16T15:00:00Z')
  expect(await browser.call(undoCancel)).toMatchObject({ status: 200, body: { data: { status: 'done' } } })
  expect((await lastMail(one)).purpose).toBe('cancel-undone')
  expect((await browser.open(pages.cancellation, { reference })).text).toContain(
    'This cancellation was undone',
  )
  await at('2026-12-15T06:00:00Z')
  expect(await paidMonths(one)).toEqual([14_900, 14_900])
  const again = await openBrowser(harness, one.email)
  expect(referenceOf(await again.call(cancel, reason))).not.toBe(reference)
  // The last day has passed, but the job that ends the account has not run yet.
  harness.clock.set('2027-01-15T06:00:00Z')
  const late = await openBrowser(harness, one.email)
  expect(await late.call(undoCancel)).toMatchObject({ status: 400 })
})

test('with an unpaid month it ends at once; during a charge, in a minute', async () => {
  const one = await subscribe(harness, { number: DECLINED_AT_RENEWAL })
  const other = await subscribe(harness, { number: TIMES_OUT })
  await at('2026-12-15T06:00:00Z')
  const browser = await openBrowser(harness, one.email)
  expect(await browser.call(cancel, reason)).toMatchObject({ status: 200 })
  expect(await statusOf(one)).toBe('canceled')
  const waiting = await openBrowser(harness, other.email)
  expect(await waiting.call(cancel, reason)).toMatchObject({
    status: 400,
    body: { errors: expect.stringContaining('being confirmed') },
  })
  await at('2026-12-15T06:02:00Z')
  expect(await waiting.call(cancel, reason)).toMatchObject({ body: { data: { last_day: '2027-01-14' } } })
  await at('2027-02-15T06:00:00Z')
  expect(await paidMonths(one)).toEqual([14_900])
  expect(await paidMonths(other)).toEqual([14_900, 14_900])
})

test('only the owner can cancel, and only their own account', async () => {
  const one = await subscribe(harness)
  await addAgent(harness.db, one.accountId, { email: 'helper@example.com', role: 'user' })
  const helper = await openBrowser(harness, 'helper@example.com')
  expect(await helper.call(cancel, reason)).toMatchObject({ status: 403 })
  expect((await helper.open(pages.cancel)).headers.location).toBe(pages.account)
  const stranger = await openBrowser(harness)
  expect(await stranger.call(cancel, reason)).toMatchObject({ status: 401 })
})

test('a month on hold costs agent access only, for at most three, with a full month between holds', async () => {
  const one = await subscribe(harness)
  const browser = await openBrowser(harness, one.email)
  expect(await putOnHold(browser, 4)).toMatchObject({ status: 400 })
  expect(await putOnHold(browser, 2)).toMatchObject({
    body: { data: { from: '2026-12-15', until: '2027-02-15' } },
  })
  expect(await putOnHold(browser, 1)).toMatchObject({ status: 400 })
  for (const day of ['2026-12-15', '2027-01-15']) await at(`${day}T06:00:00Z`)
  const inLastMonth = await openBrowser(harness, one.email)
  expect(await putOnHold(inLastMonth, 1)).toMatchObject({ status: 400 })
  for (const day of ['2027-02-15', '2027-03-15']) await at(`${day}T06:00:00Z`)
  expect(await paidMonths(one)).toEqual([14_900, 1_000, 1_000, 14_900, 14_900])
  const notes = await harness.db.many<{ note: string }>(
    sql`select note from invoices where account_id = ${one.accountId} order by id`,
  )
  expect(notes[1]?.note).toContain('on hold through February 14, 2027')
  expect(notes[1]?.note).not.toContain('dropped')
  expect(notes[3]?.note).toBe(
    'Your plan is no longer on hold. The same as your last full month, which began on November 15, 2026.',
  )
  expect(notes[4]?.note).toBe('The same as the month before.')
  const again = await openBrowser(harness, one.email)
  expect(await putOnHold(again, 1)).toMatchObject({ status: 200 })
  expect(await again.call(endHold)).toMatchObject({ status: 200 })
})

test('a hold that has begun can be ended with the paid month', async () => {
  const one = await subscribe(harness)
  const browser = await openBrowser(harness, one.email)
  await putOnHold(browser, 3)
  await at('2026-12-15T06:00:00Z')
  const later = await openBrowser(harness, one.email)
  expect(await putOnHold(later, 1)).toMatchObject({ status: 400 })
  expect(await later.call(endHold)).toMatchObject({ status: 200 })
  await at('2027-01-15T06:00:00Z')
  expect(await paidMonths(one)).toEqual([14_900, 1_000, 14_900])
})

test('within 90 days an account is reactivated as it was, charged once, with a new anchor day', async () => {
  const one = await subscribe(harness, { plan: { triple: 1, 'skip-tracer': 1 } })
  await (await openBrowser(harness, one.email)).call(cancel, reason)
  await at('2026-12-15T06:00:00Z')
  await at('2027-01-20T15:00:00Z')
  const browser = await openBrowser(harness, one.email)
  expect((await browser.open(pages.reactivate)).text).toContain('$198.00')
  const order = { total_cents: 19_800, idempotency_key: `back-${one.accountId}-1` }
  expect(await browser.call(reactivate, { ...order, total_cents: 100 })).toMatchObject({ status: 400 })
  expect(await browser.call(reactivate, order)).toMatchObject({ body: { data: { status: 'active' } } })
  expect(await browser.call(reactivate, order)).toMatchObject({ body: { data: { status: 'active' } } })
  expect(await statusOf(one)).toBe('active')
  expect((await lastMail(one)).purpose).toBe('reactivated')
  await at('2027-02-20T06:00:00Z')
  expect(await paidMonths(one)).toEqual([19_800, 19_800, 19_800])
})

test('a reactivation with an unsettled payment waits, and after 90 days it is too late', async () => {
  const one = await subscribe(harness)
  await (await openBrowser(harness, one.email)).call(cancel, reason)
  await at('2026-12-15T06:00:00Z')
  const browser = await openBrowser(harness, one.email)
  const card = {
    number: TIMES_OUT,
    holder: 'Dana Whitfield',
    expiration_date_0: '12',
    expiration_date_1: '2030',
    cvv: '123',
    country_code_alpha2: 'US',
    postal_code: '60601',
  }
  const order = { total_cents: 14_900, idempotency_key: `back-${one.accountId}-2` }
  expect(await browser.call(reactivateWithCard, { ...card, ...order })).toMatchObject({ status: 202 })
  expect(await statusOf(one)).toBe('waiting for reactivation')
  const again = { ...order, idempotency_key: `back-${one.accountId}-3` }
  expect(await browser.call(reactivate, again)).toMatchObject({ status: 400 })
  await settleLostOrder(harness, order.idempotency_key)
  expect(await statusOf(one)).toBe('active')
  expect(await browser.call(reactivate, order)).toMatchObject({ body: { data: { status: 'active' } } })
  expect(await paidMonths(one)).toEqual([14_900, 14_900])

  const other = await subscribe(harness)
  await (await openBrowser(harness, other.email)).call(cancel, reason)
  await at('2027-01-15T06:00:00Z')
  harness.clock.set('2027-04-16T06:00:00Z')
  const late = await openBrowser(harness, other.email)
  expect((await late.open(pages.reactivate)).text).toContain('can no longer be reactivated')
  expect(await late.call(reactivate, { ...order, idempotency_key: 'much too late' })).toMatchObject({
    status: 400,
    body: { errors: expect.stringContaining('90 days') },
  })
})
