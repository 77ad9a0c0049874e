import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cancel } from '#contract/features/cancel.ts'
import { changePlan } from '#contract/features/plan.ts'
import { reactivate } from '#contract/features/reactivate.ts'
import { pages } from '#contract/pages.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { sql } from '#server/platform/db/sql.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { byOperator } from '#server/test-kit/by-operator.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { operatorOf } from '#server/test-kit/operator.ts'
import { type Subscribed, subscribe } from '#server/test-kit/subscriptions.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())
beforeEach(() => harness.clock.set('2026-11-15T15:00:00Z'))

let keys = 0
const key = () => {
  keys += 1
  return `plan-given-${keys}`
}
const at = async (iso: string) => {
  harness.clock.set(iso)
  await renewDue(harness)
}
const statusOf = async ({ accountId }: Subscribed) =>
  (await harness.db.one<{ status: string }>(sql`select status from accounts where id = ${accountId}`)).status
const invoicesOf = ({ accountId }: Subscribed) =>
  harness.db.many<{ cents: number; note: string; lines: [string, number, number][] }>(sql`
    select i.total_cents as cents, i.note,
      (select jsonb_agg(jsonb_build_array(l.label, l.quantity, l.amount_cents) order by l.position)
        from invoice_lines l where l.invoice_id = i.id) as lines
    from invoices i where i.account_id = ${accountId} order by i.id`)
const dialers = (count: number) => ({
  triple_line_power_dialer_count: count,
  hosted_lead_management_count: 1,
})

/** A free account in its first free month, with one dialer and one agent access granted for free. */
async function freeAccount(): Promise<Subscribed> {
  const one = await subscribe(harness)
  await byOperator.giveAccess(harness, one)
  await at('2026-12-15T06:00:00Z')
  return one
}

async function buyOneDialer(one: Subscribed) {
  const browser = await openBrowser(harness, one.email)
  const more = { ...dialers(2), now_cents: 13_900, next_cents: 13_900, idempotency_key: key() }
  expect(await browser.call(changePlan, more)).toMatchObject({ status: 200 })
}

test('a free account that buys one dialer pays for that one, and free items stay free', async () => {
  const one = await freeAccount()
  expect(await statusOf(one)).toBe('free agent')
  await buyOneDialer(one)
  expect(await statusOf(one)).toBe('active')
  const page = await (await openBrowser(harness, one.email)).open(pages.account)
  expect(page.text).toContain('1 of them free of charge')
  expect(page.text).not.toContain('Your access is free of charge')
  await at('2027-01-15T06:00:00Z')
  expect((await invoicesOf(one)).at(-1)).toEqual({
    cents: 13_900,
    note: '$139.00 more than the month before: Triple line dialer went from 1 to 2 (+$139.00). What you changed mid-month, on December 15, 2026, now counts for the whole month.',
    lines: [
      ['Triple line dialer', 1, 13_900],
      ['Triple line dialer, free of charge', 1, 0],
      ['Agent access, free of charge', 1, 0],
    ],
  })
  expect((await operatorOf(harness).run('account', 'show', one.pin)).rows('plan')).toMatchObject([
    { item: 'triple', quantity: 2, given: 1, unitCents: 13_900, monthCents: 13_900 },
    { item: 'lead', quantity: 1, given: 1, monthCents: 0 },
  ])
})

test('a free account that drops its purchase is free again next month', async () => {
  const one = await freeAccount()
  await buyOneDialer(one)
  const browser = await openBrowser(harness, one.email)
  const less = { ...dialers(1), now_cents: 0, next_cents: 0, idempotency_key: key() }
  expect(await browser.call(changePlan, less)).toMatchObject({ status: 200 })
  expect(await statusOf(one)).toBe('active')
  await at('2027-01-15T06:00:00Z')
  expect(await statusOf(one)).toBe('free agent')
  expect((await invoicesOf(one)).at(-1)?.cents).toBe(0)
})

test('the operator can end free items even if something is paid for', async () => {
  const one = await freeAccount()
  await buyOneDialer(one)
  await byOperator.endAccess(harness, one)
  await expect(byOperator.endAccess(harness, one)).rejects.toThrow('not-free')
  await at('2027-01-15T06:00:00Z')
  expect((await invoicesOf(one)).at(-1)).toMatchObject({
    cents: 2 * 13_900 + 1_000,
    note: expect.stringContaining('Agent access is no longer free of charge (+$10.00)'),
  })
})

test('a dialer that is free this month earns no credit, even after free access has ended', async () => {
  const one = await subscribe(harness, { plan: { single: 1 } })
  await byOperator.giveAccess(harness, one)
  await at('2026-12-15T06:00:00Z')
  const browser = await openBrowser(harness, one.email)
  const recorded = { hosted_lead_management_count: 1, call_recording_feature_count: 1 }
  const more = { ...recorded, single_line_power_dialer_count: 1, now_cents: 2_500, next_cents: 2_500 }
  expect(await browser.call(changePlan, { ...more, idempotency_key: key() })).toMatchObject({ status: 200 })
  await at('2027-01-15T06:00:00Z')
  await byOperator.endAccess(harness, one)
  const owner = await openBrowser(harness, one.email)
  const larger = {
    ...recorded,
    triple_line_power_dialer_count: 1,
    next_cents: 13_900 + 1_000 + 2_500,
    idempotency_key: key(),
  }
  expect(await owner.call(changePlan, { ...larger, now_cents: 13_900 - 8_900 })).toMatchObject({
    status: 400,
  })
  expect(await owner.call(changePlan, { ...larger, now_cents: 13_900 })).toMatchObject({ status: 200 })
})

test('partly free dialers earn the same credit, exchanged together or one by one', async () => {
  const credited: number[] = []
  for (const steps of [[2], [1, 2]]) {
    harness.clock.set('2026-11-15T15:00:00Z')
    const one = await subscribe(harness, { plan: { lead: 1, single: 1 } })
    await byOperator.giveAccess(harness, one)
    await at('2026-12-15T06:00:00Z')
    const browser = await openBrowser(harness, one.email)
    const counts = (single: number, triple: number) => ({
      hosted_lead_management_count: 1,
      single_line_power_dialer_count: single,
      triple_line_power_dialer_count: triple,
      idempotency_key: key(),
    })
    const second = { ...counts(2, 0), now_cents: 8_900, next_cents: 8_900 }
    expect(await browser.call(changePlan, second)).toMatchObject({ status: 200 })
    await at('2027-01-15T06:00:00Z')
    await byOperator.endAccess(harness, one)
    const owner = await openBrowser(harness, one.email)
    for (const exchanged of steps) {
      const now_cents = (13_900 - 4_450) * (steps.length === 1 ? 2 : 1)
      const next_cents = 1_000 + (2 - exchanged) * 8_900 + exchanged * 13_900
      const body = { ...counts(2 - exchanged, exchanged), now_cents, next_cents }
      expect(await owner.call(changePlan, body)).toMatchObject({ status: 200 })
    }
    const bills = (await invoicesOf(one)).slice(-steps.length)
    credited.push(bills.reduce((sum, { cents }) => sum + cents, 0))
  }
  expect(credited).toEqual([2 * 13_900 - 8_900, 2 * 13_900 - 8_900])
})

test('a reactivated account keeps its free items: only the rest is charged', async () => {
  for (const [buys, total, status] of [
    [true, 13_900, 'active'],
    [false, 0, 'free agent'],
  ] as const) {
    harness.clock.set('2026-11-15T15:00:00Z')
    const one = await freeAccount()
    if (buys) await buyOneDialer(one)
    const leaver = await openBrowser(harness, one.email)
    expect(await leaver.call(cancel, { reason: 'Other', details: '' })).toMatchObject({ status: 200 })
    await at('2027-01-15T06:00:00Z')
    expect(await statusOf(one)).toBe('canceled')
    const back = await openBrowser(harness, one.email)
    const order = { total_cents: total, idempotency_key: key() }
    expect(await back.call(reactivate, order)).toMatchObject({
      status: 200,
      body: { data: { status: 'active' } },
    })
    expect([await statusOf(one), (await invoicesOf(one)).at(-1)?.cents]).toEqual([status, total])
  }
})
