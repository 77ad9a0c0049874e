import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  endHoldWhenPaid,
  nothingToHold,
  paymentOfAccountUnderWay,
  planIsCanceled,
} from '#contract/billing/messages.ts'
import { cancel, endHold, hold } from '#contract/features/cancel.ts'
import { changePlan, keepPlan } from '#contract/features/plan.ts'
import { pages } from '#contract/pages.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { conflict } from '#contract/wire/server-messages.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addAccount, addAgent } from '#server/test-kit/accounts.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { withoutAnswers } from '#server/test-kit/payments.ts'
import { putOnHold } from '#server/test-kit/put-on-hold.ts'
import { subscribe } from '#server/test-kit/subscriptions.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

test('a month on hold stays on hold: the hold cannot be ended while its bill is being paid', async () => {
  harness.clock.set('2026-11-15T15:00:00Z')
  const one = await subscribe(harness)
  const statusInFeed = async () =>
    (
      await harness.db.one<{ status: string }>(
        sql`select entitlements_of(${one.accountId}) ->> 'status' as status`,
      )
    ).status
  expect(await putOnHold(await openBrowser(harness, one.email), 1)).toMatchObject({
    status: 200,
  })
  harness.clock.set('2026-12-15T06:00:00Z')
  await withoutAnswers(harness, () => renewDue(harness))
  const browser = await openBrowser(harness, one.email)
  expect(await browser.call(endHold, {})).toMatchObject({ status: 400, body: { errors: endHoldWhenPaid } })
  harness.clock.set('2026-12-15T06:05:00Z')
  await renewDue(harness)
  const bill = await harness.db.one(sql`
    select p.state, i.total_cents as cents from periods p join invoices i on i.period_id = p.id
    where p.subscription_id = ${one.subscriptionId} order by p.id desc limit 1`)
  expect([bill, await statusInFeed()]).toEqual([{ state: 'paid', cents: 1_000 }, 'on_hold'])
  // Once paid, it can be ended with that month.
  expect(await browser.call(endHold, {})).toMatchObject({ status: 200 })
  expect(await statusInFeed()).toBe('on_hold')
})

test("a month on hold's receipt lists what was paid, and the plan page says when an ended hold ends", async () => {
  harness.clock.set('2026-11-15T15:00:00Z')
  const one = await subscribe(harness)
  await putOnHold(await openBrowser(harness, one.email), 2)
  harness.clock.set('2026-12-15T06:05:00Z')
  await renewDue(harness)
  const browser = await openBrowser(harness, one.email)
  const { number } = await harness.db.one<{ number: string }>(sql`
    select number from invoices where account_id = ${one.accountId} order by id desc limit 1`)
  const { text: receipt } = await browser.open(fillPath(pages.bill, { number }))
  expect(receipt).toContain('Agent access')
  expect(receipt).not.toContain('Triple line dialer')
  expect(receipt).toContain('Your plan is on hold through February 14, 2027. You have agent access only.')
  expect((await browser.open(pages.plan)).text).toContain('To change it, end the hold first.')
  expect(await browser.call(endHold, {})).toMatchObject({ status: 200 })
  const { text } = await browser.open(`${pages.plan}?changed=1`)
  expect(text).toContain('The hold ends with the current month.')
  expect(text).toContain('Then your full plan resumes, and you can change it.')
})

test('undoing a reduction while a hold is planned is not reported as the end of the hold', async () => {
  harness.clock.set('2026-11-15T15:00:00Z')
  const one = await subscribe(harness, { plan: { triple: 1, lead: 3 } })
  const browser = await openBrowser(harness, one.email)
  const less = {
    triple_line_power_dialer_count: 1,
    hosted_lead_management_count: 1,
    now_cents: 0,
    next_cents: 14_900,
    idempotency_key: 'less-before-a-hold',
  }
  expect(await browser.call(changePlan, less)).toMatchObject({ status: 200 })
  expect(await putOnHold(browser, 1)).toMatchObject({ status: 200 })
  const news = `${pages.plan}?changed=1`
  expect((await browser.open(news)).text).not.toContain('Your plan has changed.')
  expect(await browser.call(keepPlan, {})).toMatchObject({ status: 200 })
  const { text } = await browser.open(news)
  expect(text).toContain('The planned change is canceled.')
  expect(text).not.toContain('The hold ends')
})

test('the hold offer shows the prices that are billed, even after a planned reduction', async () => {
  harness.clock.set('2026-11-15T15:00:00Z')
  const one = await subscribe(harness, { plan: { triple: 1, lead: 3 } })
  const browser = await openBrowser(harness, one.email)
  const offered = async () =>
    /From December 15, 2026 you pay for [^.]+\.\d\d a month instead of [^.]+\.\d\d/.exec(
      (await browser.open(pages.cancel)).text,
    )?.[0]
  const saying = (onHold: string, full: string) =>
    `From December 15, 2026 you pay for agent access only, ${onHold} a month instead of ${full}`
  expect(await offered()).toBe(saying('$30.00', '$169.00'))
  const order = (dialers: number, seats: number, cents: number) => ({
    triple_line_power_dialer_count: dialers,
    hosted_lead_management_count: seats,
    now_cents: 0,
    next_cents: cents,
    idempotency_key: `smaller-${cents}`,
  })
  expect(await browser.call(changePlan, order(0, 2, 2_000))).toMatchObject({ status: 200 })
  expect(await offered()).toBeUndefined()
  expect(await browser.call(changePlan, order(1, 1, 14_900))).toMatchObject({ status: 200 })
  expect(await offered()).toBe(saying('$10.00', '$149.00'))
  expect(await putOnHold(browser, 1)).toMatchObject({ status: 200 })
  harness.clock.set('2026-12-15T06:00:00Z')
  await renewDue(harness)
  expect(
    await harness.db.one(sql`
      select total_cents as cents from invoices where account_id = ${one.accountId} order by id desc limit 1`),
  ).toEqual({ cents: 1_000 })
})

test('a hold at an outdated price or day is refused, but a repeat is not', async () => {
  harness.clock.set('2026-11-15T15:00:00Z')
  const one = await subscribe(harness, { plan: { triple: 1, lead: 3 } })
  const holdAs = async (from: string, held_cents: number) =>
    (await openBrowser(harness, one.email)).call(hold, { months: 1, from, held_cents })
  const changed = { status: 409, body: { errors: conflict } }
  expect(await holdAs('2026-12-15', 1_000)).toMatchObject(changed)
  // The tab has been open since before the month began.
  harness.clock.set('2026-12-15T06:00:00Z')
  await renewDue(harness)
  expect(await holdAs('2026-12-15', 3_000)).toMatchObject(changed)
  // In another tab the plan was reduced to agent access, which costs the same on hold.
  const smaller = { triple_line_power_dialer_count: 0, hosted_lead_management_count: 2, now_cents: 0 }
  const browser = await openBrowser(harness, one.email)
  expect(
    await browser.call(changePlan, { ...smaller, next_cents: 2_000, idempotency_key: 'agent-access-alone' }),
  ).toMatchObject({ status: 200 })
  expect(await holdAs('2027-01-15', 3_000)).toMatchObject(changed)
  expect(
    await harness.db.one(
      sql`select held_from as "onHoldFrom" from subscriptions where id = ${one.subscriptionId}`,
    ),
  ).toEqual({ onHoldFrom: null })
  expect(await browser.call(keepPlan)).toMatchObject({ status: 200 })
  for (const _ of ['first', 'repeat'])
    expect(await holdAs('2027-01-15', 3_000)).toMatchObject({ body: { data: { from: '2027-01-15' } } })
})

test('ending a hold is offered only while that changes something', async () => {
  harness.clock.set('2026-11-15T15:00:00Z')
  const one = await subscribe(harness)
  const shown = async () => {
    const browser = await openBrowser(harness, one.email)
    const offers = ['Do not put it on hold', 'End the hold next month']
    const { text } = await browser.open(pages.plan)
    const advice = (await browser.open(pages.cancel)).text.includes('To change the plan, end the hold first')
    return [offers.find((offer) => text.includes(offer)), advice]
  }
  const browser = await openBrowser(harness, one.email)
  await putOnHold(browser, 2)
  expect(await shown()).toEqual(['Do not put it on hold', true])
  harness.clock.set('2026-12-15T06:00:00Z')
  await renewDue(harness)
  expect(await shown()).toEqual(['End the hold next month', true])
  await (await openBrowser(harness, one.email)).call(endHold)
  expect(await shown()).toEqual([undefined, false])
})

test('the owner is told when an admin plans a reduction, keeps the plan, or ends the hold', async () => {
  harness.clock.set('2026-11-15T15:00:00Z')
  const one = await subscribe(harness, { plan: { triple: 1, lead: 3 } })
  const email = freshEmail()
  await addAgent(harness.db, one.accountId, { email, role: 'admin' })
  const [owner, admin] = [await openBrowser(harness, one.email), await openBrowser(harness, email)]
  const counts = { triple_line_power_dialer_count: 1, now_cents: 0 }
  const less = {
    ...counts,
    hosted_lead_management_count: 2,
    next_cents: 15_900,
    idempotency_key: 'less-by-admin',
  }
  const same = {
    ...counts,
    hosted_lead_management_count: 3,
    next_cents: 16_900,
    idempotency_key: 'same-by-admin',
  }
  const again = { ...less, idempotency_key: 'less-by-admin-again' }
  const answers = [
    await admin.call(changePlan, less),
    await admin.call(keepPlan, {}),
    await admin.call(changePlan, again),
    await admin.call(changePlan, same),
    await putOnHold(owner, 1),
    await admin.call(endHold, {}),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
  const told = await harness.db.many<{ purpose: string; plain: string }>(sql`
    select purpose, regexp_replace(plain, '\\s+', ' ', 'g') as plain from mails
    where recipient = ${one.email} and purpose = any(${['plan-planned', 'plan-kept', 'held', 'hold-ended']}) order by id`)
  const purposes = ['plan-planned', 'plan-kept', 'plan-planned', 'plan-kept', 'held', 'hold-ended']
  expect(told.map(({ purpose }) => purpose)).toEqual(purposes)
  const [planned, kept] = told
  expect(planned?.plain).toContain('A change of the plan for North Shore Realty')
  expect(kept?.plain).toMatch(
    /planned for North Shore Realty .* is canceled\. The next charge is on December 15, 2026/,
  )
})

test('a hold that cannot begin says why: a payment in progress, a cancellation, no subscription', async () => {
  harness.clock.set('2026-11-15T15:00:00Z')
  const one = await subscribe(harness)
  const holdOf = async (email: string) => putOnHold(await openBrowser(harness, email), 1)
  harness.clock.set('2026-12-15T06:00:00Z')
  await withoutAnswers(harness, () => renewDue(harness))
  expect(await holdOf(one.email)).toMatchObject({ status: 400, body: { errors: paymentOfAccountUnderWay } })
  harness.clock.set('2026-12-15T06:05:00Z')
  await renewDue(harness)
  await (await openBrowser(harness, one.email)).call(cancel, { reason: 'Other', details: '' })
  expect(await holdOf(one.email)).toMatchObject({ status: 400, body: { errors: planIsCanceled } })
  const email = freshEmail()
  await addAccount(harness.db, { email, status: 'active' })
  expect(await holdOf(email)).toMatchObject({ status: 400, body: { errors: nothingToHold } })
})
