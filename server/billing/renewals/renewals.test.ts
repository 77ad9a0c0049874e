// On PostgreSQL: two of its requests race.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { DAY, SECOND } from '#server/ports/clock.ts'
import type { Payments } from '#server/ports/payments.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { sandboxFor } from '#server/test-kit/payments.ts'
import {
  APPROVED,
  DECLINED_AT_RENEWAL,
  type Subscribed,
  subscribe,
  TIMES_OUT,
} from '#server/test-kit/subscriptions.ts'
import { renewDue } from './renew.ts'

let harness: Harness
let spoil: Partial<Payments> = {}
beforeAll(async () => {
  harness = await openHarness({
    payments: (db, clock) => {
      const real = sandboxFor(db, clock)
      return {
        ...real,
        charge: (order) => (spoil.charge ?? real.charge)(order),
        find: (key) => (spoil.find ?? real.find)(key),
      }
    },
  })
})
afterAll(() => harness.close())
beforeEach(async () => {
  spoil = {}
  harness.clock.set('2027-01-31T15:00:00Z')
  // End the subscriptions of earlier tests, so that each test runs alone.
  await harness.db.run(sql`update subscriptions set ended_at = ${harness.clock.now()}, next_at = null`)
  await harness.db.run(
    sql`update periods set state = 'given_up' where state in ('due', 'past_due', 'charging')`,
  )
  await harness.db.run(sql`update sandbox_charges set voided_at = ${harness.clock.now()}`)
})

const at = async (iso: string) => {
  harness.clock.set(iso)
  await renewDue(harness)
}
const periodsOf = ({ subscriptionId }: Subscribed) =>
  harness.db.many<{ from: string; state: string }>(sql`
    select starts_on as from, state from periods where subscription_id = ${subscriptionId} order by starts_on`)
const statusOf = async ({ accountId }: Subscribed) =>
  (await harness.db.one<{ status: string }>(sql`select status from accounts where id = ${accountId}`)).status
const chargesOf = ({ accountId }: Subscribed) =>
  harness.db.many<{ outcome: string }>(
    sql`select outcome from charges where account_id = ${accountId} order by id`,
  )
const mailsTo = async ({ email }: Subscribed) =>
  (
    await harness.db.many<{ purpose: string }>(
      sql`select purpose from mails where recipient = ${email} order by id`,
    )
  ).map(({ purpose }) => purpose)
const moneyTaken = async () =>
  (
    await harness.db.one<{ taken: number }>(
      sql`select count(*) as taken from sandbox_charges where outcome = 'paid' and voided_at is null`,
    )
  ).taken

test("a month is charged once, in advance, at midnight of the anchor day in the account's time zone [GEN-01]", async () => {
  const one = await subscribe(harness)
  await at('2027-02-28T05:59:59Z')
  expect(await periodsOf(one)).toEqual([{ from: '2027-01-31', state: 'paid' }])
  await at('2027-02-28T06:00:00Z')
  await at('2027-02-28T06:00:30Z')
  await at('2027-03-31T04:59:59Z')
  expect(await periodsOf(one)).toHaveLength(2)
  await at('2027-03-31T05:00:00Z')
  expect(await periodsOf(one)).toEqual([
    { from: '2027-01-31', state: 'paid' },
    { from: '2027-02-28', state: 'paid' },
    { from: '2027-03-31', state: 'paid' },
  ])
  expect(await moneyTaken()).toBe(2)
  expect(await mailsTo(one)).toEqual(['renewal-receipt', 'renewal-receipt'])
  const bills = await harness.db.many(sql`
    select total_cents, note, paid_at is not null as paid from invoices where account_id = ${one.accountId} order by id`)
  expect(bills).toEqual([
    { total_cents: 14_900, note: 'This is your first bill.', paid: true },
    { total_cents: 14_900, note: 'The same as the month before.', paid: true },
    { total_cents: 14_900, note: 'The same as the month before.', paid: true },
  ])
})

test('an account without a card on file does not block other renewals', async () => {
  const without = await subscribe(harness, { timeZone: 'US/Eastern' })
  const other = await subscribe(harness)
  await harness.db.run(
    sql`update cards set replaced_at = ${harness.clock.now()} where account_id = ${without.accountId}`,
  )
  await at('2027-02-28T12:00:00Z')
  expect([await chargesOf(without), await statusOf(without)]).toEqual([[], 'past_due'])
  expect(await chargesOf(other)).toEqual([{ outcome: 'paid' }])
})

test('several concurrent instances charge a month once', async () => {
  const all = await Promise.all(Array.from({ length: 6 }, () => subscribe(harness)))
  harness.clock.set('2027-02-28T06:00:00Z')
  await Promise.all([renewDue(harness), renewDue(harness), renewDue(harness)])
  for (const one of all) expect(await periodsOf(one)).toHaveLength(2)
  expect(await moneyTaken()).toBe(6)
})

test('a slow gateway never makes another instance treat a charge as lost and resend it', async () => {
  const all = []
  for (let count = 0; count < 24; count += 1) all.push(await subscribe(harness))
  const real = sandboxFor(harness.db, harness.clock)
  let charges = 0
  spoil = {
    charge: async (order) => {
      charges += 1
      const isSixteenth = charges === 16
      harness.clock.advance(5 * SECOND)
      const outcome = await real.charge(order)
      if (isSixteenth) await renewDue(harness)
      return outcome
    },
  }
  await at('2027-02-28T06:00:00Z')
  expect(await moneyTaken()).toBe(24)
  for (const one of all) expect(await chargesOf(one)).toEqual([{ outcome: 'paid' }])
})

test('a stopping process waits for the charges it has sent and begins no others', async () => {
  for (let count = 0; count < 24; count += 1) await subscribe(harness)
  const real = sandboxFor(harness.db, harness.clock)
  let sent = 0
  spoil = {
    charge: (order) => {
      sent += 1
      return real.charge(order)
    },
  }
  harness.clock.set('2027-02-28T06:00:00Z')
  await renewDue(harness, () => sent === 0)
  expect(sent).toBeLessThan(24)
  expect(await moneyTaken()).toBe(sent)
  const unsettled = sql`select 1 from charges where outcome in ('sent', 'unknown')`
  expect(await harness.db.many(unsettled)).toEqual([])
  await renewDue(harness)
  expect(await moneyTaken()).toBe(24)
})

test('after months of downtime each due month is charged once', async () => {
  const one = await subscribe(harness)
  await at('2027-05-10T12:00:00Z')
  expect((await periodsOf(one)).map(({ from }) => from)).toEqual([
    '2027-01-31',
    '2027-02-28',
    '2027-03-31',
    '2027-04-30',
  ])
  expect(await moneyTaken()).toBe(3)
})

test('a refused renewal is retried after 1, 3, 5 and 7 days, with a last-day notice, then expires', async () => {
  const one = await subscribe(harness, { number: DECLINED_AT_RENEWAL })
  const begin = Date.parse('2027-02-28T06:00:00Z')
  const states: [number, string, number][] = []
  for (const days of [0, 0.99, 1, 2.99, 3, 5, 5.99, 6, 6.99, 7, 30]) {
    await at(new Date(begin + days * DAY).toISOString())
    states.push([days, await statusOf(one), (await chargesOf(one)).length])
  }
  expect(states).toEqual([
    [0, 'past_due', 1],
    [0.99, 'past_due', 1],
    [1, 'past_due', 2],
    [2.99, 'past_due', 2],
    [3, 'past_due', 3],
    [5, 'past_due', 4],
    [5.99, 'past_due', 4],
    [6, '24h_past_due', 4],
    [6.99, '24h_past_due', 4],
    [7, 'expired', 5],
    [30, 'expired', 5],
  ])
  expect(await mailsTo(one)).toEqual([
    'payment-failed',
    'payment-failed',
    'payment-failed',
    'payment-failed',
    'last-day',
    'expired',
  ])
  expect(await periodsOf(one)).toEqual([
    { from: '2027-01-31', state: 'paid' },
    { from: '2027-02-28', state: 'given_up' },
  ])
  expect(await moneyTaken()).toBe(0)
})

test('a card that works again within the week reactivates the account and keeps the anchor day', async () => {
  const one = await subscribe(harness, { number: DECLINED_AT_RENEWAL })
  await at('2027-02-28T06:00:00Z')
  expect(await statusOf(one)).toBe('past_due')
  await harness.db.run(sql`update sandbox_cards set behaviour = 'approved'`)
  await at('2027-03-03T06:00:00Z')
  expect(await statusOf(one)).toBe('active')
  await at('2027-03-31T05:00:00Z')
  expect((await periodsOf(one)).map(({ from }) => from)).toEqual(['2027-01-31', '2027-02-28', '2027-03-31'])
})

test('no account expires without 24 hours of notice, however late the service is', async () => {
  const one = await subscribe(harness, { number: DECLINED_AT_RENEWAL })
  await at('2027-02-28T06:00:00Z')
  await at('2027-03-20T06:00:00Z')
  expect(await statusOf(one)).toBe('24h_past_due')
  await at('2027-03-21T05:59:00Z')
  expect(await statusOf(one)).toBe('24h_past_due')
  await at('2027-03-21T06:00:00Z')
  expect(await statusOf(one)).toBe('expired')
})

test('a charge with a lost answer is looked up, never resent', async () => {
  const one = await subscribe(harness, { number: TIMES_OUT })
  await at('2027-02-28T06:00:00Z')
  expect(await periodsOf(one)).toContainEqual({ from: '2027-02-28', state: 'charging' })
  expect(await statusOf(one)).toBe('active')
  await at('2027-02-28T06:01:00Z')
  expect(await periodsOf(one)).toContainEqual({ from: '2027-02-28', state: 'paid' })
  expect(await moneyTaken()).toBe(1)
})

test('a charge that certainly never reached the gateway is resent under a new key', async () => {
  const one = await subscribe(harness)
  spoil = { charge: async () => ({ kind: 'unknown' }) }
  await at('2027-02-28T06:00:00Z')
  spoil = {
    find: async () => {
      throw new Error('the gateway is away')
    },
  }
  harness.clock.set('2027-02-28T06:02:00Z')
  await expect(renewDue(harness)).rejects.toThrow('the gateway is away')
  spoil = {}
  await at('2027-02-28T06:04:00Z')
  expect(await chargesOf(one)).toEqual([{ outcome: 'absent' }, { outcome: 'paid' }])
  expect(await moneyTaken()).toBe(1)
})

test('a failure of one subscription does not block others', async () => {
  const [first, second] = [await subscribe(harness), await subscribe(harness, { number: APPROVED })]
  const real = sandboxFor(harness.db, harness.clock)
  let charges = 0
  spoil = {
    charge: async (order) => {
      charges += 1
      if (charges === 1) throw new Error('a bug')
      return real.charge(order)
    },
  }
  harness.clock.set('2027-02-28T06:00:00Z')
  await expect(renewDue(harness)).rejects.toThrow('a bug')
  const states = [...(await periodsOf(first)), ...(await periodsOf(second))].map(({ state }) => state)
  expect(states.toSorted()).toEqual(['charging', 'paid', 'paid', 'paid'])
  spoil = {}
  await at('2027-02-28T06:02:00Z')
  expect(await moneyTaken()).toBe(2)
})

test('failures of as many subscriptions as fit in a batch do not block others', async () => {
  const { db, clock } = harness
  const one = await subscribe(harness)
  // Without any previous month, the next one cannot begin. They are due first.
  await db.run(sql`
    with broken as (
      insert into accounts (pin, company, status, time_zone, status_since, created_at)
      select 900000 + n, 'Broken Homes', 'active', 'US/Central', ${clock.now()}, ${clock.now()} from generate_series(1, 70) n
      returning id)
    insert into subscriptions (account_id, anchor_date, time_zone, started_at, next_at)
    select id, '2027-01-30', 'US/Central', ${clock.now()}, ${clock.now()} from broken`)
  harness.clock.set('2027-02-28T06:00:00Z')
  await expect(renewDue(harness)).rejects.toThrow()
  expect(await chargesOf(one)).toEqual([{ outcome: 'paid' }])
  await db.run(sql`
    update subscriptions set ended_at = ${clock.now()}
    where account_id in (select id from accounts where company = 'Broken Homes')`)
})

test("a canceled subscription ends by the account's calendar: nothing charged, the owner told", async () => {
  const one = await subscribe(harness)
  await harness.db.run(
    sql`update subscriptions set cancel_on = '2027-02-28', cancel_requested_at = ${harness.clock.now()} where id = ${one.subscriptionId}`,
  )
  await at('2027-02-28T05:59:00Z')
  expect(await statusOf(one)).toBe('active')
  await at('2027-02-28T06:00:00Z')
  expect(await statusOf(one)).toBe('canceled')
  await at('2027-06-01T06:00:00Z')
  expect(await periodsOf(one)).toHaveLength(1)
  expect(await moneyTaken()).toBe(0)
  expect(await mailsTo(one)).toEqual(['ended'])
})
