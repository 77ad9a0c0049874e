// On PostgreSQL: two of its requests race.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { changePlan, keepPlan } from '#contract/features/plan.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { sql } from '#server/platform/db/sql.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { byOperator } from '#server/test-kit/by-operator.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { mailsTo } from '#server/test-kit/mails.ts'
import { type Subscribed, subscribe, TIMES_OUT } from '#server/test-kit/subscriptions.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())
beforeEach(() => harness.clock.set('2026-11-15T15:00:00Z'))

let keys = 0
const key = () => {
  keys += 1
  return `plan-exchange-${keys}`
}
const invoicesOf = ({ accountId }: Subscribed) =>
  harness.db.many<{ cents: number; note: string; lines: [string, string, number][] }>(sql`
    select i.total_cents as cents, i.note,
      (select jsonb_agg(jsonb_build_array(l.kind, l.label, l.amount_cents) order by l.position)
        from invoice_lines l where l.invoice_id = i.id) as lines
    from invoices i where i.account_id = ${accountId} order by i.id`)
const itemsOf = async ({ subscriptionId }: Subscribed) =>
  Object.fromEntries(
    (
      await harness.db.many<{ item: string; quantity: number }>(
        sql`select item, quantity from subscription_items where subscription_id = ${subscriptionId}`,
      )
    ).map(({ item, quantity }) => [item, quantity]),
  )
const single = { single_line_power_dialer_count: 1, hosted_lead_management_count: 1 }
const triple = { triple_line_power_dialer_count: 1, hosted_lead_management_count: 1 }

test('single to triple in mid-month pays the prorated difference; bill and mail show both lines', async () => {
  const one = await subscribe(harness, { plan: { single: 1 } })
  harness.clock.set('2026-11-25T15:00:00Z')
  const browser = await openBrowser(harness, one.email)
  const up = { ...triple, now_cents: 9_267 - 5_933, next_cents: 14_900, idempotency_key: key() }
  expect(await browser.call(changePlan, up)).toMatchObject({
    status: 200,
    body: { data: { status: 'changed' } },
  })
  expect(await itemsOf(one)).toEqual({ triple: 1, lead: 1 })
  const [, bill] = await invoicesOf(one)
  expect(bill).toMatchObject({
    cents: 3_334,
    lines: [
      ['part-month', 'Triple line dialer, 20 of 30 days', 9_267],
      ['credit', 'Single line dialer credit, 20 of 30 days', -5_933],
    ],
  })
  const [mail] = await mailsTo(harness, one.email, 'plan-changed')
  expect(mail?.subject).toContain('$33.34')
  expect(mail?.plain).toContain('Triple line dialer, 20 of 30 days: $92.67')
  expect(mail?.plain).toContain('Single line dialer credit, 20 of 30 days: −$59.33')
  expect(mail?.plain).toContain('From December 15, 2026 your plan costs $149.00 a month.')
  harness.clock.set('2026-12-15T06:00:00Z')
  await renewDue(harness)
  expect((await invoicesOf(one))[2]).toMatchObject({
    cents: 14_900,
    note: '$50.00 more than the month before: Triple line dialer was added (+$139.00); Single line dialer was removed (−$89.00). What you changed mid-month, on November 25, 2026, now counts for the whole month.',
  })
})

test('triple to single is free, keeps the triple line until the month ends, and cannot be gamed', async () => {
  const one = await subscribe(harness, { plan: { triple: 1 } })
  harness.clock.set('2026-11-25T15:00:00Z')
  const browser = await openBrowser(harness, one.email)
  const down = { ...single, now_cents: 0, next_cents: 9_900 }
  for (let times = 0; times < 3; times += 1) {
    expect(await browser.call(changePlan, { ...down, idempotency_key: key() })).toMatchObject({ status: 200 })
    expect(await itemsOf(one)).toEqual({ triple: 1, lead: 1 })
    expect(await browser.call(keepPlan)).toMatchObject({ status: 200 })
  }
  await browser.call(changePlan, { ...down, idempotency_key: key() })
  harness.clock.set('2026-12-15T06:00:00Z')
  await renewDue(harness)
  expect(await itemsOf(one)).toEqual({ single: 1, lead: 1 })
  expect((await invoicesOf(one)).map(({ cents }) => cents)).toEqual([14_900, 9_900])
})

test('an exchange with nothing to pay is made without a charge', async () => {
  const one = await subscribe(harness, { plan: { single: 1 } })
  await harness.db.run(sql`
    update subscription_items set unit_price_cents = 13900
    where subscription_id = ${one.subscriptionId} and item = 'single'`)
  const browser = await openBrowser(harness, one.email)
  const up = { ...triple, now_cents: 0, next_cents: 14_900, idempotency_key: key() }
  expect(await browser.call(changePlan, up)).toMatchObject({ status: 200 })
  expect(await itemsOf(one)).toEqual({ triple: 1, lead: 1 })
  expect(await invoicesOf(one)).toHaveLength(1)
  expect((await mailsTo(harness, one.email, 'plan-changed'))[0]?.plain).toContain('Nothing was charged')
})

test('exchanging up and down at once mails both halves', async () => {
  const one = await subscribe(harness, { plan: { triple: 1, 'skip-tracer': 1 } })
  const browser = await openBrowser(harness, one.email)
  const both = {
    ...triple,
    fsbo_data_feature: 1,
    now_cents: 2_500,
    next_cents: 17_400,
    idempotency_key: key(),
  }
  expect(await browser.call(changePlan, both)).toMatchObject({ status: 200 })
  const [mail, ...others] = await mailsTo(harness, one.email, 'plan-changed')
  expect(others).toEqual([])
  expect(mail?.plain).toContain('For sale by owner, 30 of 30 days: $25.00')
  expect(mail?.plain).toContain('On December 15, 2026: Skip tracer ends.')
  expect(mail?.plain).toContain('From December 15, 2026 your plan costs $174.00 a month.')
})

test('requesting the same reduction again is mailed once, even from two tabs at once', async () => {
  const one = await subscribe(harness, { plan: { triple: 1, 'skip-tracer': 1 } })
  const browser = await openBrowser(harness, one.email)
  const less = () =>
    browser.call(changePlan, { ...triple, now_cents: 0, next_cents: 14_900, idempotency_key: key() })
  for (const answer of [await less(), ...(await Promise.all([less(), less()]))]) {
    expect(answer).toMatchObject({ status: 200 })
  }
  const mails = await mailsTo(harness, one.email, 'plan-planned')
  expect(mails).toHaveLength(1)
  expect(mails[0]?.plain).toContain('On December 15, 2026: Skip tracer ends.')
})

test('rejects changing a planned reduction while an upgrade payment is pending', async () => {
  const one = await subscribe(harness, { number: TIMES_OUT, plan: { triple: 1, 'skip-tracer': 1 } })
  const browser = await openBrowser(harness, one.email)
  const former = { ...triple, now_cents: 0, next_cents: 14_900, idempotency_key: key() }
  expect(await browser.call(changePlan, former)).toMatchObject({ status: 200 })
  const more = {
    ...triple,
    reverse_lookup_feature: 1,
    fsbo_data_feature: 1,
    now_cents: 2_500,
    next_cents: 22_300,
    idempotency_key: key(),
  }
  expect(await browser.call(changePlan, more)).toMatchObject({ status: 202 })
  const less = { ...triple, now_cents: 0, next_cents: 14_900, idempotency_key: key() }
  expect(await browser.call(changePlan, less)).toMatchObject({
    status: 400,
    body: { errors: expect.stringContaining('being confirmed') },
  })
  expect(await browser.call(keepPlan)).toMatchObject({ status: 400 })
})

test('a line that grows under a new price list shows its full new price on the bill', async () => {
  const one = await subscribe(harness, { plan: { triple: 1 } })
  const from = new Date('2026-11-20T00:00:00Z')
  await harness.db.run(sql`
    insert into price_lists (valid_from, prices, created_at)
    values (${from}, ${JSON.stringify({ TRIPLE_LINE_POWER_DIALER: 14_900 })}, ${from})`)
  harness.clock.set('2026-11-25T15:00:00Z')
  const browser = await openBrowser(harness, one.email)
  const more = {
    triple_line_power_dialer_count: 2,
    hosted_lead_management_count: 1,
    now_cents: 9_933,
    next_cents: 2 * 14_900 + 1_000,
    idempotency_key: key(),
  }
  const answer = await browser.call(changePlan, more)
  await harness.db.run(sql`delete from price_lists where valid_from = ${from}`)
  expect(answer).toMatchObject({ status: 200 })
  expect((await invoicesOf(one))[1]?.note).toContain(
    'From December 15, 2026 each Triple line dialer costs $149.00 a month, not $139.00.',
  )
})

test('thirty days of an added dialer cost a month, even in an extended month', async () => {
  const one = await subscribe(harness, { plan: { triple: 1 } })
  await byOperator.extend(harness, one, 30)
  harness.clock.set('2026-12-15T15:00:00Z')
  const browser = await openBrowser(harness, one.email)
  const two = { ...triple, triple_line_power_dialer_count: 2, next_cents: 2 * 13_900 + 1_000 }
  expect(await browser.call(changePlan, { ...two, now_cents: 6_950, idempotency_key: key() })).toMatchObject({
    status: 400,
  })
  expect(await browser.call(changePlan, { ...two, now_cents: 13_900, idempotency_key: key() })).toMatchObject(
    { status: 200 },
  )
  expect((await invoicesOf(one))[1]).toMatchObject({
    cents: 13_900,
    note: expect.stringContaining('30 of 30 days, up to January 14, 2027'),
    lines: [['part-month', 'Triple line dialer, 30 of 30 days', 13_900]],
  })
})
