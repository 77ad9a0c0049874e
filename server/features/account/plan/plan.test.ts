// On PostgreSQL: two of its requests race.

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { emptyPlan } from '#contract/catalogue/plan.ts'
import { previewChange } from '#contract/catalogue/plan-change.ts'
import { cancel } from '#contract/features/cancel.ts'
import { invitePerson } from '#contract/features/people.ts'
import { changePlan, keepPlan, type PlanValues } from '#contract/features/plan.ts'
import { pages } from '#contract/pages.ts'
import { settleLostOrder } from '#server/billing/orders/settle-order.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { sql } from '#server/platform/db/sql.ts'
import { MINUTE } from '#server/ports/clock.ts'
import { addAgent } from '#server/test-kit/accounts.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { putOnHold } from '#server/test-kit/put-on-hold.ts'
import { whileMonthBegins } from '#server/test-kit/same-moment.ts'
import { valuesIn } from '#server/test-kit/signed-in.ts'
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
  return `plan-change-${keys}`
}
const at = async (iso: string) => {
  harness.clock.set(iso)
  await renewDue(harness)
}
const bills = ({ accountId }: Subscribed) =>
  harness.db.many<{ cents: number; note: string }>(
    sql`select total_cents as cents, note from invoices where account_id = ${accountId} order by id`,
  )
const itemsOf = async ({ subscriptionId }: Subscribed) =>
  Object.fromEntries(
    (
      await harness.db.many<{ item: string; quantity: number }>(
        sql`select item, quantity from subscription_items where subscription_id = ${subscriptionId}`,
      )
    ).map(({ item, quantity }) => [item, quantity]),
  )
const current = { triple_line_power_dialer_count: 1, hosted_lead_management_count: 1 }

test('users, licenses and data services are added at any time, charged per remaining day [SUP-39]', async () => {
  const one = await subscribe(harness)
  harness.clock.set('2026-11-25T15:00:00Z')
  const browser = await openBrowser(harness, one.email)
  expect((await browser.open(pages.plan)).status).toBe(200)
  const wanted = {
    triple_line_power_dialer_count: 2,
    hosted_lead_management_count: 2,
    reverse_lookup_feature: 1,
    now_cents: 9_267 + 667 + 3_267,
    next_cents: 2 * 13_900 + 2 * 1_000 + 4_900,
    idempotency_key: key(),
  }
  expect(await browser.call(changePlan, { ...wanted, now_cents: 1 })).toMatchObject({
    status: 400,
    body: { errors: expect.stringContaining('Nothing was charged') },
  })
  const done = await browser.call(changePlan, wanted)
  expect(done).toMatchObject({ status: 200, body: { data: { status: 'changed' } } })
  expect(await browser.call(changePlan, wanted)).toMatchObject({ body: { data: { status: 'changed' } } })
  expect(await browser.call(changePlan, { ...wanted, now_cents: 2 })).toMatchObject({ status: 409 })
  expect(await itemsOf(one)).toEqual({ triple: 2, lead: 2, 'skip-tracer': 1 })
  await at('2026-12-15T06:00:00Z')
  const [, inBetween, next] = await bills(one)
  expect(inBetween).toMatchObject({ cents: 13_201, note: expect.stringContaining('20 of 30 days') })
  expect(next?.cents).toBe(34_700)
  expect(next?.note).toBe(
    '$198.00 more than the month before: Triple line dialer went from 1 to 2 (+$139.00); Skip tracer was added (+$49.00); Agent access went from 1 to 2 (+$10.00). What you changed mid-month, on November 25, 2026, now counts for the whole month.',
  )
})

test('a change keeps call-me, which the page does not offer', async () => {
  const one = await subscribe(harness, { plan: { triple: 1, callme: 1 } })
  const browser = await openBrowser(harness, one.email)
  const wanted = { ...current, fsbo_data_feature: 1, idempotency_key: key() }
  const amounts = { now_cents: 2_500, next_cents: 13_900 + 1_000 + 3_000 + 2_500 }
  expect(await browser.call(changePlan, { ...wanted, ...amounts })).toMatchObject({ status: 200 })
  expect(await itemsOf(one)).toEqual({ triple: 1, lead: 1, callme: 1, fsbo: 1 })
})

test('an admin reads that the card is not accepted, but not what its bank says about it', async () => {
  const one = await subscribe(harness)
  const admin = freshEmail()
  await addAgent(harness.db, one.accountId, { email: admin, role: 'admin' })
  await harness.db.run(sql`
    update cards set refused_because = 'closed', refused_at = now() where account_id = ${one.accountId}`)
  const errorsTo = async (email: string) => {
    const wanted = { ...current, fsbo_data_feature: 1, now_cents: 2_500, next_cents: 17_400 }
    const browser = await openBrowser(harness, email)
    const { body } = await browser.call(changePlan, { ...wanted, idempotency_key: key() })
    return (body as { errors: string }).errors
  }
  expect(await errorsTo(one.email)).toContain('the account for this card is closed')
  expect(await errorsTo(admin)).toBe(
    'The bank no longer accepts the card on file. Nothing was charged. Only the owner or a billing manager of the account can enter another card.',
  )
})

test('a page opened before midnight is refused, and can be confirmed after it reloads its values', async () => {
  const one = await subscribe(harness)
  const browser = await openBrowser(harness, one.email)
  const wanted = { ...emptyPlan(), triple: 2, lead: 1 }
  async function pricedByPage() {
    const { plan, prices, month } = valuesIn((await browser.open(pages.plan)).text) as PlanValues
    if (!month) throw new Error('The month is not paid')
    const { nowCents, nextCents } = previewChange({
      current: plan.lines,
      wanted,
      prices,
      month,
      today: month.today,
    })
    const counts = { triple_line_power_dialer_count: 2, hosted_lead_management_count: 1 }
    return { ...counts, now_cents: nowCents, next_cents: nextCents, idempotency_key: key() }
  }
  const yesterday = await pricedByPage()
  harness.clock.set('2026-11-16T15:00:00Z')
  expect(await browser.call(changePlan, yesterday)).toMatchObject({
    status: 400,
    body: { errors: expect.stringContaining('It is now $134.37'), outdated: true },
  })
  expect(await bills(one)).toHaveLength(1)
  expect(await browser.call(changePlan, await pricedByPage())).toMatchObject({ status: 200 })
})

test('a reduction takes effect next month, costs nothing now, and can be undone', async () => {
  const one = await subscribe(harness, { plan: { triple: 1, 'skip-tracer': 1 } })
  const browser = await openBrowser(harness, one.email)
  const less = { ...current, now_cents: 0, next_cents: 14_900 }
  const changeToLess = () => browser.call(changePlan, { ...less, idempotency_key: key() })
  for (const _ of ['first', 'repeat']) expect(await changeToLess()).toMatchObject({ status: 200 })
  const told = sql`select 1 from mails where account_id = ${one.accountId} and purpose = 'plan-planned'`
  expect(await harness.db.many(told)).toHaveLength(1)
  expect(await itemsOf(one)).toEqual({ triple: 1, lead: 1, 'skip-tracer': 1 })
  for (const _ of ['first', 'repeat']) expect(await browser.call(keepPlan)).toMatchObject({ status: 200 })
  const kept = sql`select 1 from audit where account_id = ${one.accountId} and action = 'plan-kept'`
  expect(await harness.db.many(kept)).toHaveLength(1)
  await changeToLess()
  expect((await browser.open(pages.account)).text).toContain('$149.00')
  await at('2026-12-15T06:00:00Z')
  expect(await itemsOf(one)).toEqual({ triple: 1, lead: 1 })
  expect((await bills(one)).map(({ cents }) => cents)).toEqual([19_800, 14_900])
  expect(await (await openBrowser(harness, one.email)).call(keepPlan)).toMatchObject({
    status: 400,
    body: { errors: expect.stringContaining('No change is planned') },
  })
})

test('a change that took effect is not reported as undone, although an earlier one just was', async () => {
  const one = await subscribe(harness, { plan: { triple: 1, 'skip-tracer': 1 } })
  harness.clock.set('2026-12-15T05:55:00Z')
  const browser = await openBrowser(harness, one.email)
  const planLess = () =>
    browser.call(changePlan, { ...current, now_cents: 0, next_cents: 14_900, idempotency_key: key() })
  expect(await planLess()).toMatchObject({ status: 200 })
  expect(await browser.call(keepPlan)).toMatchObject({ status: 200 })
  expect(await planLess()).toMatchObject({ status: 200 })
  await at('2026-12-15T06:00:00Z')
  expect(await itemsOf(one)).toEqual({ triple: 1, lead: 1 })
  expect(await browser.call(keepPlan)).toMatchObject({ status: 400 })
})

test('a reduction requested as a month begins is not silently delayed', async () => {
  const one = await subscribe(harness, { plan: { triple: 1, 'skip-tracer': 1 } })
  harness.clock.set('2026-12-15T05:59:59Z')
  const browser = await openBrowser(harness, one.email)
  const less = { ...current, now_cents: 0, next_cents: 14_900, idempotency_key: key() }
  const change = () => browser.call(changePlan, less)
  const monthBegins = new Date('2026-12-15T06:00:00Z')
  const request = await whileMonthBegins(harness, one.subscriptionId, change, monthBegins)
  expect(request.status).toBe(400)
  harness.clock.set('2026-12-15T06:00:00Z')
  expect((await bills(one)).map(({ cents }) => cents)).toEqual([19_800, 19_800])
  await renewDue(harness)
  expect(await browser.call(changePlan, { ...less, idempotency_key: key() })).toMatchObject({ status: 200 })
  await at('2027-01-15T06:00:00Z')
  expect((await bills(one)).map(({ cents }) => cents)).toEqual([19_800, 19_800, 14_900])
})

test('a plan is not reduced below its people, and a planned reduction accepts no new ones', async () => {
  const one = await subscribe(harness, { plan: { triple: 1, lead: 3 } })
  const browser = await openBrowser(harness, one.email)
  await addAgent(harness.db, one.accountId, { email: freshEmail(), role: 'user' })
  const withSeats = (seats: number) => ({
    triple_line_power_dialer_count: 1,
    hosted_lead_management_count: seats,
    now_cents: 0,
    next_cents: 13_900 + seats * 1_000,
    idempotency_key: key(),
  })
  expect(await browser.call(changePlan, withSeats(1))).toMatchObject({
    status: 400,
    body: { errors: expect.stringContaining('Your account has 2 people') },
  })
  expect(await browser.call(changePlan, withSeats(2))).toMatchObject({ status: 200 })
  expect(await browser.call(invitePerson, { email: freshEmail() })).toMatchObject({
    status: 400,
    body: { errors: { email: [expect.stringContaining('All seats in your plan are taken (2 of 2)')] } },
  })
  expect(await browser.call(keepPlan, {})).toMatchObject({ status: 200 })
  expect(await browser.call(invitePerson, { email: freshEmail() })).toMatchObject({ status: 200 })
})

test('refuses plans that are unchanged, on hold or canceled with a message', async () => {
  const one = await subscribe(harness)
  const browser = await openBrowser(harness, one.email)
  const same = { ...current, now_cents: 0, next_cents: 14_900, idempotency_key: key() }
  const messageOf = async () => (await browser.call(changePlan, same)).body.errors
  expect(await messageOf()).toContain('plan you already have')
  // The page was opened before another tab made the same change: it reads the plan again.
  expect((await browser.call(changePlan, same)).body).toMatchObject({ outdated: true })
  await putOnHold(browser, 1)
  expect(await messageOf()).toContain('on hold')
  await browser.call(cancel, { reason: 'Other', details: '' })
  expect(await messageOf()).toContain('canceled')
  const other = await openBrowser(harness, (await subscribe(harness)).email)
  await other.call(cancel, { reason: 'Other', details: '' })
  const more = { ...same, fsbo_data_feature: 1, now_cents: 2_500, next_cents: 17_400 }
  expect((await other.call(changePlan, more)).body.errors).toContain('canceled')
})

test('an addition with an unsettled payment is applied once, when it settles', async () => {
  const one = await subscribe(harness, { number: TIMES_OUT })
  const browser = await openBrowser(harness, one.email)
  const more = {
    ...current,
    fsbo_data_feature: 1,
    now_cents: 2_500,
    next_cents: 17_400,
    idempotency_key: key(),
  }
  expect(await browser.call(changePlan, more)).toMatchObject({ status: 202 })
  expect(await browser.call(changePlan, more)).toMatchObject({ status: 202 })
  expect(await browser.call(changePlan, { ...more, idempotency_key: key() })).toMatchObject({ status: 400 })
  expect(await itemsOf(one)).toEqual({ triple: 1, lead: 1 })
  await settleLostOrder(harness, more.idempotency_key)
  await settleLostOrder(harness, more.idempotency_key)
  expect(await browser.call(changePlan, more)).toMatchObject({ status: 200 })
  expect(await itemsOf(one)).toEqual({ triple: 1, lead: 1, fsbo: 1 })
  expect((await bills(one)).map(({ cents }) => cents)).toEqual([14_900, 2_500])
})

test('an addition paid after the account has ended is refunded', async () => {
  const one = await subscribe(harness, { number: TIMES_OUT })
  const browser = await openBrowser(harness, one.email)
  const more = {
    ...current,
    fsbo_data_feature: 1,
    now_cents: 2_500,
    next_cents: 17_400,
    idempotency_key: key(),
  }
  expect(await browser.call(changePlan, more)).toMatchObject({ status: 202 })
  await harness.db.run(
    sql`update subscriptions set ended_at = ${harness.clock.now()} where id = ${one.subscriptionId}`,
  )
  await settleLostOrder(harness, more.idempotency_key)
  const jobs = await harness.db.one(sql`
    select count(*) as waiting from pgboss.job
    where name = 'void-late-charge' and data ->> 'key' = ${more.idempotency_key}`)
  expect(jobs).toEqual({ waiting: 1 })
  expect(await bills(one)).toHaveLength(1)
})

test('says when the plan shrinks only right after that was planned', async () => {
  const one = await subscribe(harness)
  const browser = await openBrowser(harness, one.email)
  const said = async (url: string = `${pages.plan}?changed=1`) => {
    const { text } = await browser.open(url)
    expect(text).not.toContain('Your plan has changed.')
    return /Your plan changes on \w+ \d+, \d{4}\./.test(text)
  }
  expect(await said()).toBe(false)
  const less = { hosted_lead_management_count: 1, now_cents: 0, next_cents: 1_000, idempotency_key: key() }
  expect(await browser.call(changePlan, less)).toMatchObject({ status: 200 })
  expect(await said()).toBe(true)
  expect(await said(pages.plan)).toBe(false)
  harness.clock.advance(11 * MINUTE)
  expect(await said()).toBe(false)
  expect(await browser.call(keepPlan, {})).toMatchObject({ status: 200 })
  expect(await said()).toBe(false)
  expect((await browser.open(`${pages.plan}?changed=1`)).text).toContain('The planned change is canceled.')
})
