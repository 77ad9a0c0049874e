// On PostgreSQL: two of its requests race.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cancel } from '#contract/features/cancel/calls.ts'
import { changePlan } from '#contract/features/plan/calls.ts'
import { pages } from '#contract/pages.ts'
import { creditOf } from '#server/billing/invoices/credits.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { endSubscription } from '#server/billing/subscriptions/end-subscription.ts'
import type { Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY } from '#server/ports/clock.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { operatorOf } from '#server/test-kit/operator.ts'
import { mailsTo, makePastDue } from '#server/test-kit/past-due.ts'
import { whileMonthBegins, whileUnderWay } from '#server/test-kit/same-moment.ts'
import { DECLINED_AT_RENEWAL, type Subscribed, subscribe, TIMES_OUT } from '#server/test-kit/subscriptions.ts'
import { extendMonth } from './extend-month.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())
beforeEach(() => harness.clock.set('2026-11-15T15:00:00Z'))

const monthsOf = ({ subscriptionId }: Subscribed) =>
  harness.db.many(sql`
    select starts_on as "from", ends_on as "to", state from periods where subscription_id = ${subscriptionId} order by id`)
const extend = ({ pin }: Subscribed, days: string) =>
  ['month', 'extend', pin, '--days', days, '--words', 'A week without service'] as const

test('an extended month moves the next charge and all later ones, and the owner is told', async () => {
  const one = await subscribe(harness)
  const { run } = operatorOf(harness)
  expect((await run(...extend(one, '7'))).text).toContain('now runs until December 22, 2026')
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

test('the same key extends a month once, also twice at the same time; another request under it is refused', async () => {
  const one = await subscribe(harness)
  const { run, refused } = operatorOf(harness)
  const twice = await Promise.all([1, 2].map(() => run(...extend(one, '7'), '--key', 'extend-once')))
  for (const { text } of twice) expect(text).toContain('now runs until December 22, 2026')
  expect(await refused(...extend(one, '8'), '--key', 'extend-once')).toBe(
    'This key was used for another change.',
  )
  expect(await monthsOf(one)).toEqual([{ from: '2026-11-15', to: '2026-12-22', state: 'paid' }])
  expect(await mailsTo(harness, one, 'month-extended')).toHaveLength(1)
})

test('the same command of two operators on one day extends once, and says so; a key of its own extends again', async () => {
  const one = await subscribe(harness)
  const { run } = operatorOf(harness)
  await Promise.all([run(...extend(one, '7')), run(...extend(one, '7').slice(0, -1), 'Another colleague')])
  const { text } = await run(...extend(one, '7'))
  expect(text).toContain(
    'Nothing was done a second time, because the same command was run within the last 24 hours.',
  )
  expect(await monthsOf(one)).toEqual([{ from: '2026-11-15', to: '2026-12-22', state: 'paid' }])
  await run(...extend(one, '7'), '--key', 'once more')
  expect(await monthsOf(one)).toEqual([{ from: '2026-11-15', to: '2026-12-29', state: 'paid' }])
})

test('the same command just before and just after midnight extends once, and again after 24 hours', async () => {
  const one = await subscribe(harness)
  const { run } = operatorOf(harness)
  harness.clock.set('2026-11-18T23:59:50Z')
  await run(...extend(one, '7'))
  harness.clock.set('2026-11-19T00:00:10Z')
  expect((await run(...extend(one, '7'))).text).toContain('Nothing was done')
  expect(await monthsOf(one)).toEqual([{ from: '2026-11-15', to: '2026-12-22', state: 'paid' }])
  harness.clock.set('2026-11-19T23:59:51Z')
  expect((await run(...extend(one, '7'))).text).toContain('now runs until December 29, 2026')
  harness.clock.set('2026-11-20T00:00:10Z')
  expect((await run(...extend(one, '7'))).text).toContain('Nothing was done')
})

test('the same command of two operators at the moment of midnight extends once', async () => {
  const one = await subscribe(harness)
  const { run } = operatorOf(harness)
  harness.clock.set('2026-11-18T23:59:59.900Z')
  const lock = (tx: Db) =>
    tx.run(sql`select from subscriptions where account_id = ${one.accountId} for update`)
  const both = await whileUnderWay(harness, lock, () => {
    const before = run(...extend(one, '7'))
    harness.clock.set('2026-11-19T00:00:00.100Z')
    return Promise.all([before, run(...extend(one, '7'))])
  })
  expect(both.filter(({ text }) => text.includes('Nothing was done a second time'))).toHaveLength(1)
  expect(await monthsOf(one)).toEqual([{ from: '2026-11-15', to: '2026-12-22', state: 'paid' }])
})

test.each([[], ['--key', 'just-now']])(
  'a month is not extended while the next one begins, with or without a key of its own %#',
  async (...key) => {
    const one = await subscribe(harness)
    const { refused } = operatorOf(harness)
    harness.clock.set('2026-12-15T06:00:00Z')
    const said = await whileMonthBegins(harness, one.subscriptionId, () =>
      refused(...extend(one, '10'), ...key),
    )
    expect(said).toContain('The current month is not paid yet.')
    await renewDue(harness)
    expect(await monthsOf(one)).toEqual([
      { from: '2026-11-15', to: '2026-12-15', state: 'paid' },
      { from: '2026-12-15', to: '2027-01-15', state: 'paid' },
    ])
  },
)

test('a month whose end has moved since the operator looked is not extended', async () => {
  const one = await subscribe(harness)
  const asked = {
    accountId: one.accountId,
    days: 7,
    seenEnd: '2026-12-15',
    words: 'Sorry',
    actor: 'operator:kim',
  }
  const both = await Promise.all([
    extendMonth(harness, { ...asked, key: 'operator-one' }),
    extendMonth(harness, { ...asked, key: 'operator-two' }),
  ])
  expect(both).toContainEqual({ nextOn: '2026-12-22', isRepeat: false })
  expect(both).toContainEqual(
    expect.objectContaining({
      errors: 'The current month now ends on December 22, 2026. Look at the account again.',
    }),
  )
})

test('a refused request leaves its key free', async () => {
  const one = await subscribe(harness)
  const { run, refused } = operatorOf(harness)
  const waive = (pin: string) =>
    ['month', 'waive', pin, '--words', 'Our fault', '--key', 'waive-once'] as const
  expect(await refused(...waive(one.pin))).toBe('This account has no open bill.')
  const open = await makePastDue(harness)
  for (const _ of [1, 2])
    expect((await run(...waive(open.pin))).text).toMatch(/Bill R-\d+ of \$149.00 is waived/)
  expect(await mailsTo(harness, open, 'bill-waived')).toHaveLength(1)
})

test('an extended month carries the end of a canceled subscription with it, and the mail says so', async () => {
  const one = await subscribe(harness)
  await (await openBrowser(harness, one.email)).call(cancel, { reason: 'It costs too much', details: '' })
  await operatorOf(harness).run(...extend(one, '10'))
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

test('an extended month carries a planned change with it, and the page names the new day', async () => {
  const one = await subscribe(harness, { plan: { triple: 1, 'skip-tracer': 1 } })
  const browser = await openBrowser(harness, one.email)
  const less = { triple_line_power_dialer_count: 1, hosted_lead_management_count: 1 }
  const amounts = { now_cents: 0, next_cents: 14_900, idempotency_key: 'less-from-next-month' }
  expect(await browser.call(changePlan, { ...less, ...amounts })).toMatchObject({ status: 200 })
  const planPage = async () => (await browser.open(`${pages.plan}?changed=1`)).text
  expect(await planPage()).toContain('Your plan changes on December 15, 2026.')
  await operatorOf(harness).run(...extend(one, '7'))
  expect(await planPage()).toContain('Your plan changes on December 22, 2026.')
})

test('a month that is not paid, too many days and a missing reason are refused in words', async () => {
  const { refused } = operatorOf(harness)
  const one = await subscribe(harness)
  expect(await refused(...extend(one, '32'))).toBe('A month can be extended by 1 to 31 days.')
  expect(await refused('month', 'extend', one.pin, '--days', '3')).toContain('--words')
  const open = await makePastDue(harness)
  expect(await refused(...extend(open, '3'))).toContain('not paid yet')
  expect(await refused('month', 'waive', one.pin, '--words', 'x')).toBe('This account has no open bill.')
})

test('a waived month costs nothing, the account works again, and the next month is charged as usual', async () => {
  const one = await makePastDue(harness)
  const { run } = operatorOf(harness)
  expect((await run('month', 'waive', one.pin, '--words', 'Our fault')).text).toMatch(
    /Bill R-\d+ of \$149.00 is waived/,
  )
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

test('an uncollected or waived bill gives back the credit that it used', async () => {
  const { run } = operatorOf(harness)
  const one = await subscribe(harness, { number: DECLINED_AT_RENEWAL })
  const { number } = await harness.db.one<{ number: string }>(
    sql`select number from invoices where account_id = ${one.accountId}`,
  )
  const why = ['--reason', 'goodwill', '--words', 'For the wait']
  await run('bill', 'refund', number, '--to', 'credit', '--amount', '20', ...why)
  harness.clock.set('2026-12-15T06:00:00Z')
  await renewDue(harness)
  expect(await creditOf(harness.db, one.accountId)).toBe(0)
  await run('month', 'waive', one.pin, '--words', 'Our fault')
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

test('a fraud mark gives back the credit that the open bill used', async () => {
  const { run } = operatorOf(harness)
  const one = await subscribe(harness, { number: DECLINED_AT_RENEWAL })
  const { number } = await harness.db.one<{ number: string }>(
    sql`select number from invoices where account_id = ${one.accountId}`,
  )
  const why = ['--reason', 'goodwill', '--words', 'For the wait']
  await run('bill', 'refund', number, '--to', 'credit', '--amount', '20', ...why)
  harness.clock.advance(32 * DAY)
  await renewDue(harness)
  expect(await creditOf(harness.db, one.accountId)).toBe(0)
  await run('fraud', 'mark', one.pin, '--reason', 'Chargeback')
  expect(await creditOf(harness.db, one.accountId)).toBe(2_000)
})

test('the command says what is missing, and what became of the money', async () => {
  const one = await subscribe(harness)
  harness.clock.set('2026-12-15T06:00:00Z')
  await renewDue(harness)
  harness.clock.advance(2 * DAY)
  const { number } = await harness.db.one<{ number: string }>(
    sql`select number from invoices where account_id = ${one.accountId} and charge_id is not null`,
  )
  const { run, refused } = operatorOf(harness)
  const why = ['--reason', 'goodwill', '--words', 'For the wait']
  const refund = ['bill', 'refund', number]
  expect(await refused(...refund, ...why)).toContain('--to card or --to credit')
  expect(await refused(...refund, '--to', 'card', '--words', 'x')).toContain('--reason')
  expect(await refused(...refund, '--to', 'card', '--amount', 'ten', ...why)).toContain('not an amount')
  expect(await refused(...refund, '--to', 'card', '--amount', '0', ...why)).toBe(
    'The amount must be more than zero.',
  )
  expect(await refused('bill', 'refund', 'R-1', '--to', 'card', ...why)).toBe('There is no bill R-1.')
  expect((await run(...refund, '--to', 'card', '--amount', '12.50', ...why)).text).toMatch(
    /\$12.50 given back to the card: credit note N-\d+\./,
  )
  expect((await run(...refund, '--to', 'card', '--line', '2', ...why)).text).toContain('credit note')
  expect((await run(...refund, '--to', 'credit', ...why)).text).toContain('as credit')
})

test('a bill whose payment came after the end gives back the credit that it used', async () => {
  const one = await subscribe(harness, { number: TIMES_OUT })
  const { number } = await harness.db.one<{ number: string }>(
    sql`select number from invoices where account_id = ${one.accountId}`,
  )
  const why = ['--reason', 'goodwill', '--words', 'For the wait']
  await operatorOf(harness).run('bill', 'refund', number, '--to', 'credit', '--amount', '20', ...why)
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
