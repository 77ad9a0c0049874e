import { expect, test } from 'vitest'
import { REPORTING_ZONE, type ReportingMonth, reportingMonthOf } from '#contract/calendar/reporting-months.ts'
import { cancel, endHold } from '#contract/features/cancel.ts'
import { changePlan } from '#contract/features/plan.ts'
import { reactivate } from '#contract/features/reactivate.ts'
import { sql } from '#server/platform/db/sql.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { byOperator } from '#server/test-kit/by-operator.ts'
import { figuresOf, renewAt, sumsOf, withBooksChecked } from '#server/test-kit/figures.ts'
import type { Harness } from '#server/test-kit/harness.ts'
import { putOnHold } from '#server/test-kit/put-on-hold.ts'
import { DECLINED_AT_RENEWAL, type Subscribed, subscribe } from '#server/test-kit/subscriptions.ts'
import { listEntries } from './list-entries.ts'

let harness: Harness
withBooksChecked((opened) => {
  harness = opened
})

const leave = async (one: Subscribed, reason = 'It costs too much') =>
  (await openBrowser(harness, one.email)).call(cancel, { reason, details: 'and I am moving' })
let keys = 0
const change = async (one: Subscribed, wanted: object) => {
  keys += 1
  const answer = await (await openBrowser(harness, one.email)).call(changePlan, {
    ...wanted,
    idempotency_key: `figures-${keys}`,
  } as never)
  expect(answer).toMatchObject({ status: 200 })
}

test('a purchase is new revenue of its month, and stays until it is lost', async () => {
  await subscribe(harness)
  const leaving = await subscribe(harness, { plan: { triple: 2 } })
  await leave(leaving)
  expect(await sumsOf(harness, '2026-11')).toMatchObject({
    opening: { entries: 0, cents: 0 },
    new: { entries: 2, cents: 14_900 + 28_800 },
    closing: { entries: 2, cents: 43_700 },
  })
  await renewAt(harness, '2026-12-15T06:00:00Z')
  expect(await sumsOf(harness, '2026-12')).toMatchObject({
    opening: { entries: 2, cents: 43_700 },
    lost: { entries: 1, cents: -28_800 },
    canceled: { entries: 1, cents: -28_800 },
    closing: { entries: 1, cents: 14_900 },
  })
  expect((await figuresOf(harness, '2026-12')).reasons).toEqual([
    { reason: 'It costs too much', entries: 1, cents: -28_800 },
  ])
})

test('a month begins at midnight in the reporting zone, in the database as in the contract', async () => {
  const moments = [
    '2026-11-01T03:59:59Z',
    '2026-11-01T04:00:00Z',
    '2026-12-01T04:59:59Z',
    '2026-12-01T05:00:00Z',
    '2028-02-29T23:00:00Z',
    '2028-03-01T04:59:59Z',
    '2028-03-01T05:00:00Z',
  ]
  for (const moment of moments) {
    const { month } = await harness.db.one<{ month: string }>(
      sql`select reporting_month(${new Date(moment)}) as month`,
    )
    expect(month, `${moment} in ${REPORTING_ZONE}`).toBe(reportingMonthOf(new Date(moment)))
  }
})

test('the last second of a leap day belongs to February, the next one to March', async () => {
  harness.clock.set('2028-03-01T04:59:59Z')
  await subscribe(harness, { timeZone: 'US/Hawaii' })
  harness.clock.set('2028-03-01T05:00:00Z')
  await subscribe(harness, { timeZone: 'US/Hawaii' })
  expect((await sumsOf(harness, '2028-02')).new).toEqual({ entries: 1, cents: 14_900 })
  expect((await sumsOf(harness, '2028-03')).new).toEqual({ entries: 1, cents: 14_900 })
})

test('leaving and returning in one month counts as one loss and one return', async () => {
  const one = await subscribe(harness)
  await leave(one)
  await renewAt(harness, '2026-12-15T06:00:00Z')
  harness.clock.set('2026-12-20T15:00:00Z')
  const order = { total_cents: 14_900, idempotency_key: 'back-in-december' }
  expect(await (await openBrowser(harness, one.email)).call(reactivate, order)).toMatchObject({ status: 200 })
  expect(await sumsOf(harness, '2026-12')).toMatchObject({
    opening: { entries: 1, cents: 14_900 },
    lost: { entries: 1, cents: -14_900 },
    returned: { entries: 1, cents: 14_900 },
    closing: { entries: 1, cents: 14_900 },
  })
})

test('upgrades and downgrades in one month are two movements', async () => {
  const one = await subscribe(harness)
  harness.clock.set('2026-12-01T15:00:00Z')
  const seats = (count: number) => ({
    triple_line_power_dialer_count: 1,
    hosted_lead_management_count: count,
  })
  // 14 of 30 days are left.
  await change(one, { ...seats(2), now_cents: 467, next_cents: 15_900 })
  await change(one, { ...seats(1), now_cents: 0, next_cents: 14_900 })
  await renewAt(harness, '2026-12-15T06:00:00Z')
  expect(await sumsOf(harness, '2026-12')).toMatchObject({
    opening: { entries: 1, cents: 14_900 },
    more: { entries: 1, cents: 1_000 },
    less: { entries: 1, cents: -1_000 },
    closing: { entries: 1, cents: 14_900 },
  })
})

test('a month on hold counts as agent access, from its first day to its last', async () => {
  const one = await subscribe(harness)
  await putOnHold(await openBrowser(harness, one.email), 2)
  expect((await sumsOf(harness, '2026-11')).closing).toEqual({ entries: 1, cents: 14_900 })
  await renewAt(harness, '2026-12-15T06:00:00Z')
  expect(await sumsOf(harness, '2026-12')).toMatchObject({
    less: { entries: 1, cents: -13_900 },
    closing: { entries: 1, cents: 1_000 },
  })
  await (await openBrowser(harness, one.email)).call(endHold)
  expect((await sumsOf(harness, '2026-12')).closing).toEqual({ entries: 1, cents: 1_000 })
  await renewAt(harness, '2027-01-15T06:00:00Z')
  expect(await sumsOf(harness, '2027-01')).toMatchObject({
    more: { entries: 1, cents: 13_900 },
    closing: { entries: 1, cents: 14_900 },
  })
})

test('an expired account is involuntary churn; a waived month changes no recurring revenue', async () => {
  await subscribe(harness, { number: DECLINED_AT_RENEWAL })
  const forgiven = await subscribe(harness, { number: DECLINED_AT_RENEWAL })
  await renewAt(harness, '2026-12-15T06:00:00Z')
  await byOperator.waive(harness, forgiven)
  expect((await sumsOf(harness, '2026-12')).closing).toEqual({ entries: 2, cents: 29_800 })
  for (const day of ['16', '18', '20', '21', '22', '23']) await renewAt(harness, `2026-12-${day}T07:00:00Z`)
  expect(await sumsOf(harness, '2026-12')).toMatchObject({
    expired: { entries: 1, cents: -14_900 },
    closing: { entries: 1, cents: 14_900 },
  })
  expect((await sumsOf(harness, '2026-12')).canceled).toBeUndefined()
})

test('free access loses the revenue but is not churn; ending it restores the revenue', async () => {
  const one = await subscribe(harness)
  harness.clock.set('2026-12-03T15:00:00Z')
  await byOperator.giveAccess(harness, one)
  expect(await sumsOf(harness, '2026-12')).toMatchObject({
    'made-free': { entries: 1, cents: -14_900 },
    closing: { entries: 0, cents: 0 },
  })
  harness.clock.set('2027-01-03T15:00:00Z')
  await byOperator.endAccess(harness, one)
  expect((await sumsOf(harness, '2027-01')).returned).toEqual({ entries: 1, cents: 14_900 })
})

test('an account that pays nothing on hold counts as on hold, not free, and returns from it', async () => {
  const one = await subscribe(harness, { plan: { lead: 1 } })
  await byOperator.giveAccess(harness, one)
  const wanted = { triple_line_power_dialer_count: 1, hosted_lead_management_count: 1 }
  await change(one, { ...wanted, now_cents: 13_900, next_cents: 13_900 })
  await putOnHold(await openBrowser(harness, one.email), 1)
  await renewAt(harness, '2026-12-15T06:00:00Z')
  const december = await sumsOf(harness, '2026-12')
  expect(december).toMatchObject({
    lost: { entries: 1, cents: -13_900 },
    'put-on-hold': { entries: 1, cents: -13_900 },
    closing: { entries: 0, cents: 0 },
  })
  expect(december['made-free']).toBeUndefined()
  await renewAt(harness, '2027-01-15T06:00:00Z')
  const january = await sumsOf(harness, '2027-01')
  expect(january.returned).toEqual({ entries: 1, cents: 13_900 })
  expect(january['put-on-hold']).toBeUndefined()
  const wordsFor = async (figure: 'put-on-hold' | 'returned', month: ReportingMonth) => {
    const summed = { asOf: harness.clock.now(), recoveryAsOf: harness.clock.now() }
    const part = { after: undefined, atMost: 9 }
    const listed = await listEntries(harness.db, { figure, month, part: '' }, summed, part)
    return listed.map(({ words }) => words)
  }
  expect(await wordsFor('put-on-hold', '2026-12-01')).toEqual(['Put on hold'])
  expect(await wordsFor('returned', '2027-01-01')).toEqual(['No longer on hold'])
})

test("an account whose fraud mark is removed returns at that moment, by the service's clock", async () => {
  const one = await subscribe(harness)
  harness.clock.set('2026-12-01T15:00:00Z')
  await byOperator.markFraud(harness, one)
  harness.clock.set('2026-12-03T15:00:00Z')
  await byOperator.undoFraud(harness, one)
  const moved = await harness.db.many(
    sql`select kind, at from revenue_movements where account_id = ${one.accountId} order by id`,
  )
  expect(moved).toEqual([
    { kind: 'new', at: new Date('2026-11-15T15:00:00Z') },
    { kind: 'lost', at: new Date('2026-12-01T15:00:00Z') },
    { kind: 'returned', at: new Date('2026-12-03T15:00:00Z') },
  ])
})

test('changes written by hand are recorded at commit', async () => {
  // The database has no other clock than its own.
  harness.clock.set(new Date().toISOString())
  const one = await subscribe(harness)
  await harness.db.run(sql`
    update subscription_items set unit_price_cents = unit_price_cents + 100
    where subscription_id = ${one.subscriptionId} and item = 'triple'`)
  const { cents } = await harness.db.one<{ cents: number }>(sql`
    select cents from revenue_movements where account_id = ${one.accountId} and kind = 'more'`)
  expect(cents).toBe(100)
})
