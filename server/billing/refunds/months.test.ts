// On PostgreSQL: two of its requests race.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cancel } from '#contract/features/cancel.ts'
import { changePlan } from '#contract/features/plan.ts'
import { pages } from '#contract/pages.ts'
import { creditOf } from '#server/billing/invoices/invoices.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { endSubscription } from '#server/billing/subscriptions/subscription.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY } from '#server/ports/clock.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { byOperator } from '#server/test-kit/by-operator.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { extendMonth } from '#server/test-kit/money-back.ts'
import { mailsTo, makePastDue } from '#server/test-kit/past-due.ts'
import { whileMonthBegins } from '#server/test-kit/same-moment.ts'
import { DECLINED_AT_RENEWAL, type Subscribed, subscribe, TIMES_OUT } from '#server/test-kit/subscriptions.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())
beforeEach(() => harness.clock.set('2026-11-15T15:00:00Z'))

const monthsOf = ({ subscriptionId }: Subscribed) =>
  harness.db.many(sql`
    select starts_on as "from", ends_on as "to", state from periods where subscription_id = ${subscriptionId} order by id`)

test('an extended month moves the next charge and all later ones, and the owner is told', async () => {
  const one = await subscribe(harness)
  expect(await byOperator.extend(harness, one, 7)).toMatchObject({ nextOn: '2026-12-22' })
  harness.clock.set('2026-12-22T05:59:00Z')
  await renewDue(harness)
  expect(await monthsOf(one)).toHaveLength(1)
  harness.clock.set('2026-12-22T06:00:00Z')
  await renewDue(harness)
  expect(await monthsOf(one)).toEqual([
    { from: '2026-11-15', to: '2026-12-22', state: 'paid' },
    { from: '2026-12-22', to: '2027-01-22', state: 'paid' },
  ])
  expect(await mailsTo(harness, one, 'month-extended')).toHaveLength(1)
})

test('the same key extends a month once, even concurrently; a different request under it is refused', async () => {
  const one = await subscribe(harness)
  const extend = (days: number) => byOperator.extend(harness, one, days, { key: 'extend-once' })
  for (const done of await Promise.all([extend(7), extend(7)]))
    expect(done).toMatchObject({ nextOn: '2026-12-22' })
  await expect(extend(8)).rejects.toThrow('This key was used for another change.')
  expect(await monthsOf(one)).toEqual([{ from: '2026-11-15', to: '2026-12-22', state: 'paid' }])
  expect(await mailsTo(harness, one, 'month-extended')).toHaveLength(1)
})

test('a month is not extended while the next one begins', async () => {
  const one = await subscribe(harness)
  harness.clock.set('2026-12-15T06:00:00Z')
  const said = await whileMonthBegins(harness, one.subscriptionId, () =>
    byOperator.extend(harness, one, 10).catch(String),
  )
  expect(said).toContain('The current month is not paid yet.')
  await renewDue(harness)
  expect(await monthsOf(one)).toEqual([
    { from: '2026-11-15', to: '2026-12-15', state: 'paid' },
    { from: '2026-12-15', to: '2027-01-15', state: 'paid' },
  ])
})

test('a month whose end has moved since the operator looked is not extended', async () => {
  const one = await subscribe(harness)
  const request = {
    accountId: one.accountId,
    days: 7,
    seenEnd: '2026-12-15',
    words: 'Sorry',
    actor: 'operator:kim',
  }
  const extend = (key: string) => extendMonth(harness, { ...request, key })
  const both = await Promise.all([extend('operator-one'), extend('operator-two')])
  expect(both).toContainEqual({ nextOn: '2026-12-22' })
  expect(both).toContainEqual(
    expect.objectContaining({
      errors: 'The current month now ends on December 22, 2026. Look at the account again.',
    }),
  )
})

test('a refused request leaves its key free', async () => {
  const one = await subscribe(harness)
  const waive = (account: Subscribed) => byOperator.waive(harness, account, { key: 'waive-once' })
  await expect(waive(one)).rejects.toThrow('This account has no open bill.')
  const open = await makePastDue(harness)
  for (const _ of [1, 2])
    expect(await waive(open)).toMatchObject({ number: expect.stringMatching(/^R-\d+$/), cents: 14_900 })
  expect(await mailsTo(harness, open, 'bill-waived')).toHaveLength(1)
})

test('extending the last month of a canceled subscription moves its end, and the mail says so', async () => {
  const one = await subscribe(harness)
  await (await openBrowser(harness, one.email)).call(cancel, { reason: 'It costs too much', details: '' })
  await byOperator.extend(harness, one, 10)
  const [mail] = await mailsTo(harness, one, 'month-extended')
  expect(mail).toContain('Your service now runs through December 24, 2026. There are no further charges.')
  expect(mail).not.toContain('billing month')
  harness.clock.set('2026-12-20T12:00:00Z')
  await renewDue(harness)
  expect(await harness.db.one(sql`select status from accounts where id = ${one.accountId}`)).toEqual({
    status: 'active',
  })
  harness.clock.set('2026-12-25T12:00:00Z')
  await renewDue(harness)
  expect(await harness.db.one(sql`select status from accounts where id = ${one.accountId}`)).toEqual({
    status: 'canceled',
  })
})

test('extending a month moves a planned change, and the page names the new day', async () => {
  const one = await subscribe(harness, { plan: { triple: 1, 'skip-tracer': 1 } })
  const browser = await openBrowser(harness, one.email)
  const less = { triple_line_power_dialer_count: 1, hosted_lead_management_count: 1 }
  const amounts = { now_cents: 0, next_cents: 14_900, idempotency_key: 'less-from-next-month' }
  expect(await browser.call(changePlan, { ...less, ...amounts })).toMatchObject({ status: 200 })
  const planPage = async () => (await browser.open(`${pages.plan}?changed=1`)).text
  expect(await planPage()).toContain('Your plan changes on December 15, 2026.')
  await byOperator.extend(harness, one, 7)
  expect(await planPage()).toContain('Your plan changes on December 22, 2026.')
})

test('refuses to extend an unpaid month or by too many days, with a message', async () => {
  const one = await subscribe(harness)
  await expect(byOperator.extend(harness, one, 32)).rejects.toThrow(
    'A month can be extended by 1 to 31 days.',
  )
  const open = await makePastDue(harness)
  await expect(byOperator.extend(harness, open, 3)).rejects.toThrow('not paid yet')
})

test('a waived month is free, the account works again, and the next month is charged as usual', async () => {
  const one = await makePastDue(harness)
  expect(await byOperator.waive(harness, one)).toMatchObject({ cents: 14_900 })
  const standing = await harness.db.one(sql`
    select a.status, i.total_cents as total, p.state from accounts a join subscriptions s on s.account_id = a.id
    join periods p on p.subscription_id = s.id join invoices i on i.period_id = p.id
    where a.id = ${one.accountId} order by p.id desc limit 1`)
  expect(standing).toEqual({ status: 'active', total: 0, state: 'free' })
  expect(await mailsTo(harness, one, 'bill-waived')).toHaveLength(1)
  harness.clock.set('2027-01-15T06:00:00Z')
  await renewDue(harness)
  expect((await monthsOf(one)).at(-1)).toMatchObject({ from: '2027-01-15', state: 'past_due' })
})

test('a waived or uncollected bill returns the credit that it used', async () => {
  const one = await subscribe(harness, { number: DECLINED_AT_RENEWAL })
  const { number } = await harness.db.one<{ number: string }>(
    sql`select number from invoices where account_id = ${one.accountId}`,
  )
  await byOperator.refund(harness, number, 'credit', 2_000)
  harness.clock.set('2026-12-15T06:00:00Z')
  await renewDue(harness)
  expect(await creditOf(harness.db, one.accountId)).toBe(0)
  await byOperator.waive(harness, one)
  expect(await creditOf(harness.db, one.accountId)).toBe(2_000)
  harness.clock.set('2027-01-15T06:00:00Z')
  await renewDue(harness)
  expect(await creditOf(harness.db, one.accountId)).toBe(0)
  for (let day = 0; day < 40; day += 1) {
    harness.clock.advance(DAY)
    await renewDue(harness)
  }
  expect(await harness.db.one(sql`select status from accounts where id = ${one.accountId}`)).toEqual({
    status: 'expired',
  })
  expect(await creditOf(harness.db, one.accountId)).toBe(2_000)
})

test('a fraud mark returns the credit used by the open bill', async () => {
  const one = await subscribe(harness, { number: DECLINED_AT_RENEWAL })
  const { number } = await harness.db.one<{ number: string }>(
    sql`select number from invoices where account_id = ${one.accountId}`,
  )
  await byOperator.refund(harness, number, 'credit', 2_000)
  harness.clock.advance(32 * DAY)
  await renewDue(harness)
  expect(await creditOf(harness.db, one.accountId)).toBe(0)
  await byOperator.markFraud(harness, one)
  expect(await creditOf(harness.db, one.accountId)).toBe(2_000)
})

test('a bill paid after the end returns the credit that it used', async () => {
  const one = await subscribe(harness, { number: TIMES_OUT })
  const { number } = await harness.db.one<{ number: string }>(
    sql`select number from invoices where account_id = ${one.accountId}`,
  )
  await byOperator.refund(harness, number, 'credit', 2_000)
  harness.clock.set('2026-12-15T06:00:00Z')
  await renewDue(harness)
  expect(await creditOf(harness.db, one.accountId)).toBe(0)
  const { subscriptionId: id, accountId } = one
  await harness.db.transaction((tx) =>
    endSubscription(tx, { id, accountId }, 'canceled', harness.clock.now()),
  )
  harness.clock.advance(600_000)
  await renewDue(harness)
  expect((await monthsOf(one)).at(-1)).toMatchObject({ state: 'given_up' })
  expect(await creditOf(harness.db, one.accountId)).toBe(2_000)
})
