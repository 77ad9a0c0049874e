import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { activities } from '#contract/features/activity.ts'
import { cancel } from '#contract/features/cancel.ts'
import { reactivateWithCard } from '#contract/features/reactivate.ts'
import { signIn } from '#contract/features/sign-in.ts'
import { pages } from '#contract/pages.ts'
import { settleLostOrder } from '#server/billing/orders/settle-order.ts'
import { claimDuePeriods, openPeriod } from '#server/billing/renewals/periods.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY } from '#server/ports/clock.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { lastCharge, renewedAccount, standingOf } from '#server/test-kit/disputes.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { mailsTo } from '#server/test-kit/mails.ts'
import { postDispute } from '#server/test-kit/notices.ts'
import { addTestPartner, connect, whoIs } from '#server/test-kit/partners.ts'
import { cardForm } from '#server/test-kit/past-due.ts'
import { send } from '#server/test-kit/send.ts'
import { subscribe, TIMES_OUT } from '#server/test-kit/subscriptions.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const CLOSED = { status: 'canceled', isMarked: true, subscriptionId: null, nextAt: null }
const signInAs = (email: string) => send(harness, signIn, { email, password: 'password1' })
const planOf = (accountId: number) =>
  harness.db.many(sql`
    select s.id, s.anchor_date as anchor, i.item, i.quantity, i.unit_price_cents as price
    from subscriptions s join subscription_items i on i.subscription_id = s.id
    where s.account_id = ${accountId} and s.ended_at is null order by i.item`)
const chargesOf = async (accountId: number) =>
  (await harness.db.one<{ count: number }>(sql`select count(*) from charges where account_id = ${accountId}`))
    .count

test('a dispute won within the paid month leaves the account unchanged', async () => {
  const one = await renewedAccount(harness, { plan: { triple: 1, lead: 2 } })
  // A price from before the current list.
  await harness.db.run(sql`
    update subscription_items set unit_price_cents = 12900 where subscription_id = ${one.subscriptionId} and item = 'triple'`)
  const [before, plan] = [await standingOf(harness, one), await planOf(one.accountId)]
  const partner = await addTestPartner(harness)
  const { access_token } = await connect(harness, partner, { email: one.email })
  const signedInBefore = await openBrowser(harness, one.email)
  await postDispute(harness, 'opened', { ...one, dispute: 'dp-1', reason: 'fraud' })
  expect(await standingOf(harness, one)).toEqual(CLOSED)
  expect((await signInAs(one.email)).body).toMatchObject({
    data: { redirect_url: expect.stringContaining('logged_out_as_fraud') },
  })
  expect((await whoIs(harness, access_token)).status).toBe(401)

  harness.clock.advance(20 * 60_000)
  expect((await postDispute(harness, 'won', { ...one, dispute: 'dp-1' })).statusCode).toBe(200)
  expect(await standingOf(harness, one)).toEqual(before)
  expect(await planOf(one.accountId)).toEqual(plan)
  expect((await whoIs(harness, access_token)).status).toBe(200)
  expect((await signedInBefore.open(pages.account)).status).toBe(302)
  const browser = await openBrowser(harness, one.email)
  expect((await browser.open(pages.account)).text).toContain('January 15')
  expect((await browser.open(pages.billing)).text).toMatch(
    /This payment was disputed at the bank on \w+ \d+, \d{4}\. The bank confirmed it on \w+ \d+, \d{4}\./,
  )
  const log = (await browser.open(pages.activity)).text
  for (const name of ['dispute', 'dispute-won'] as const) expect(log).toContain(activities[name].text)
  const [mail, ...others] = await mailsTo(harness, one.email, 'dispute-won')
  expect(others).toEqual([])
  expect(mail?.subject).toBe('Your account is open again')
  expect(mail?.plain).toMatch(/the same plan and the same prices[\s\S]+January 15, 2027/)

  harness.clock.set('2027-01-15T06:00:00Z')
  await renewDue(harness)
  expect(await chargesOf(one.accountId)).toBe(2)
})

test('past months are not charged, the current one is free, and the next anchor day charges again', async () => {
  const one = await renewedAccount(harness)
  await postDispute(harness, 'opened', { ...one, dispute: 'dp-2' })
  harness.clock.set('2027-03-20T15:00:00Z')
  await renewDue(harness)
  await postDispute(harness, 'won', { ...one, dispute: 'dp-2' })
  await renewDue(harness)
  expect(await standingOf(harness, one)).toMatchObject({ status: 'active', isMarked: false })
  expect(await chargesOf(one.accountId)).toBe(1)
  const bills = await harness.db.many(sql`
    select i.total_cents as total, i.paid_at is not null as "isPaid", i.note, p.starts_on as "from", p.ends_on as until
    from invoices i join periods p on p.id = i.period_id where i.account_id = ${one.accountId} order by i.id desc limit 1`)
  expect(bills).toEqual([
    {
      total: 0,
      isPaid: true,
      note: 'Your account was closed from December 18, 2026 to March 20, 2027. This month costs nothing.',
      from: '2027-03-15',
      until: '2027-04-15',
    },
  ])
  harness.clock.set('2027-04-15T06:00:00Z')
  await renewDue(harness)
  const next = await harness.db.one(sql`
    select i.total_cents as total, i.note, p.starts_on as "from" from invoices i join periods p on p.id = i.period_id
    where i.account_id = ${one.accountId} order by i.id desc limit 1`)
  expect(next).toEqual({ total: 14_900, note: 'The same as the month before.', from: '2027-04-15' })
  expect(await chargesOf(one.accountId)).toBe(2)
})

test('an unpaid month is not collected, and the account is active', async () => {
  const one = await renewedAccount(harness)
  await harness.db.run(sql`
    update sandbox_cards set behaviour = 'declined-at-renewal'
    where token = (select gateway_token from cards where account_id = ${one.accountId})`)
  harness.clock.set('2027-01-15T06:00:00Z')
  await renewDue(harness)
  expect(await standingOf(harness, one)).toMatchObject({ status: 'past_due' })
  harness.clock.advance(2 * DAY)
  await postDispute(harness, 'opened', one)
  harness.clock.advance(2 * DAY)
  await postDispute(harness, 'won', one)
  expect(await standingOf(harness, one)).toMatchObject({
    status: 'active',
    subscriptionId: one.subscriptionId,
    nextAt: new Date('2027-02-15T06:00:00Z'),
  })
  const open = await harness.db.many(
    sql`select 1 from invoices where account_id = ${one.accountId} and paid_at is null`,
  )
  expect(open).toEqual([])
})

test('a cancellation still counts: before its last day the account reopens, afterwards it has ended', async () => {
  for (const [wonAt, status] of [
    ['2027-01-02T15:00:00Z', 'active'],
    ['2027-01-20T15:00:00Z', 'canceled'],
  ] as const) {
    const one = await renewedAccount(harness)
    await (await openBrowser(harness, one.email)).call(cancel, { reason: 'It costs too much', details: '' })
    await postDispute(harness, 'opened', one)
    harness.clock.set(wonAt)
    await postDispute(harness, 'won', one)
    expect(await standingOf(harness, one)).toMatchObject({ status, isMarked: false })
    harness.clock.set('2027-01-21T15:00:00Z')
    await renewDue(harness)
    expect(await standingOf(harness, one)).toMatchObject({ status: 'canceled', subscriptionId: null })
    expect(await chargesOf(one.accountId)).toBe(1)
    expect((await signInAs(one.email)).body).toMatchObject({ data: { redirect_url: expect.any(String) } })
  }
})

test('an account that had already ended is unchanged: its owner can reactivate it', async () => {
  const one = await renewedAccount(harness)
  await (await openBrowser(harness, one.email)).call(cancel, { reason: 'It costs too much', details: '' })
  harness.clock.set('2027-01-15T06:00:00Z')
  await renewDue(harness)
  const before = await harness.db.one(
    sql`select status, status_since from accounts where id = ${one.accountId}`,
  )
  harness.clock.advance(DAY)
  await postDispute(harness, 'opened', one)
  harness.clock.advance(DAY)
  await postDispute(harness, 'won', one)
  expect(
    await harness.db.one(sql`select status, status_since from accounts where id = ${one.accountId}`),
  ).toEqual(before)
  const browser = await openBrowser(harness, one.email)
  const paid = await browser.call(reactivateWithCard, {
    ...cardForm('5555555555554444'),
    total_cents: 14_900,
    idempotency_key: randomUUID(),
  } as object)
  expect(paid.status).toBe(200)
})

test('a dispute from before a reactivation closes the new subscription; winning resumes that one', async () => {
  const one = await renewedAccount(harness)
  await (await openBrowser(harness, one.email)).call(cancel, { reason: 'It costs too much', details: '' })
  harness.clock.set('2027-01-20T06:00:00Z')
  await renewDue(harness)
  const keyed = { total_cents: 14_900, idempotency_key: randomUUID() }
  await (await openBrowser(harness, one.email)).call(reactivateWithCard, {
    ...cardForm('5555555555554444'),
    ...keyed,
  } as object)
  const before = await standingOf(harness, one)
  expect(before).toMatchObject({ status: 'active', subscriptionId: expect.any(Number) })
  expect(before.subscriptionId).not.toBe(one.subscriptionId)
  await postDispute(harness, 'opened', one)
  expect(await standingOf(harness, one)).toEqual(CLOSED)
  await postDispute(harness, 'won', one)
  expect(await standingOf(harness, one)).toEqual(before)
})

test('a reactivation in progress when the dispute arrives is refunded, and the account stays canceled', async () => {
  const one = await renewedAccount(harness)
  await (await openBrowser(harness, one.email)).call(cancel, { reason: 'It costs too much', details: '' })
  harness.clock.set('2027-01-20T06:00:00Z')
  await renewDue(harness)
  const key = randomUUID()
  await (await openBrowser(harness, one.email)).call(reactivateWithCard, {
    ...cardForm(TIMES_OUT),
    total_cents: 14_900,
    idempotency_key: key,
  } as object)
  expect(await standingOf(harness, one)).toMatchObject({ status: 'waiting for reactivation' })
  await postDispute(harness, 'opened', one)
  await settleLostOrder(harness, key)
  await postDispute(harness, 'won', one)
  expect(await standingOf(harness, one)).toMatchObject({ status: 'canceled', isMarked: false })
})

test('an account in provisioning is provisioned, or ready if that was done meanwhile', async () => {
  for (const [state, status] of [
    ['running', 'pending'],
    ['done', 'active'],
  ]) {
    harness.clock.set('2026-11-15T15:00:00Z')
    const one = await subscribe(harness)
    harness.clock.set('2026-12-15T06:00:00Z')
    await renewDue(harness)
    await harness.db.run(sql`update accounts set status = 'pending' where id = ${one.accountId}`)
    await harness.db.run(sql`
      insert into set_ups (account_id, state, started_at) values (${one.accountId}, ${state}, ${harness.clock.now()})`)
    const { reference } = await lastCharge(harness, one)
    await postDispute(harness, 'opened', { reference })
    await postDispute(harness, 'won', { reference })
    expect(await standingOf(harness, one)).toMatchObject({ status, subscriptionId: one.subscriptionId })
  }
})

test('a month never charged before the account closed is not charged after the dispute is won', async () => {
  const one = await renewedAccount(harness)
  harness.clock.set('2027-01-15T06:00:00Z')
  await harness.db.transaction((tx) =>
    openPeriod(tx, { ...harness, now: harness.clock.now() }, one.subscriptionId),
  )
  // Claimed and killed before the gateway was asked.
  const claim = { gateway: 'sandbox', now: harness.clock.now(), settleAt: harness.clock.now(), atMost: 1 }
  expect(await claimDuePeriods(harness.db, claim)).toHaveLength(1)
  await postDispute(harness, 'opened', { ...one, dispute: 'dp-unsent' })
  harness.clock.advance(DAY)
  await renewDue(harness)
  expect(
    await harness.db.one(sql`
      select state from periods where subscription_id = ${one.subscriptionId} order by id desc limit 1`),
  ).toEqual({ state: 'given_up' })
  harness.clock.set('2027-02-20T12:00:00Z')
  await postDispute(harness, 'won', { ...one, dispute: 'dp-unsent' })
  await renewDue(harness)
  const taken = await harness.db.one(sql`
    select count(*) from sandbox_charges x join charges c on c.key = x.key where c.account_id = ${one.accountId}`)
  expect(taken).toEqual({ count: 1 })
  expect(await standingOf(harness, one)).toMatchObject({
    status: 'active',
    nextAt: new Date('2027-03-15T05:00:00Z'),
  })
})
