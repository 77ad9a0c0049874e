import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { updateCard } from '#contract/features/billing.ts'
import { payByLink, payWithCardByLink } from '#contract/features/billing-links.ts'
import { cancel, endHold, undoCancel } from '#contract/features/cancel.ts'
import { changePlan, keepPlan } from '#contract/features/plan.ts'
import { reactivateWithCard } from '#contract/features/reactivate.ts'
import { sql } from '#server/platform/db/sql.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { cardForm, makePastDue, OPEN, payLinkOf } from '#server/test-kit/past-due.ts'
import { putOnHold } from '#server/test-kit/put-on-hold.ts'
import { APPROVED, DECLINED, type Subscribed, subscribe, TIMES_OUT } from '#server/test-kit/subscriptions.ts'
import { settleLostOrder } from './orders/settle-order.ts'
import { renewDue } from './renewals/renew.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())
beforeEach(() => harness.clock.set('2026-11-15T15:00:00Z'))

const MASTERCARD = '5555555555554444'
const reason = { reason: 'It costs too much', details: '' }
const entriesOf = ({ accountId }: Subscribed) =>
  harness.db.many<{ actor: string; action: string; details: object }>(
    sql`select actor, action, details from audit where account_id = ${accountId} order by id`,
  )
const actionsOf = async (one: Subscribed) =>
  (await entriesOf(one)).map(({ actor, action }) => [actor.replace(/\d+$/, 'N'), action])

test('a cancellation, its undoing and a hold are audited with who did it', async () => {
  const one = await subscribe(harness)
  const browser = await openBrowser(harness, one.email)
  await browser.call(cancel, reason)
  await browser.call(undoCancel)
  await putOnHold(browser, 2)
  await browser.call(endHold)
  expect((await entriesOf(one)).map(({ actor, action }) => [actor, action])).toEqual(
    ['cancel', 'undo-cancel', 'held', 'hold-ended'].map((action) => [`agent:${one.agentId}`, action]),
  )
  expect((await entriesOf(one))[2]?.details).toEqual({ from: '2026-12-15', until: '2027-02-15' })
})

test('a new card on file is audited with its last four digits only', async () => {
  const one = await subscribe(harness)
  await (await openBrowser(harness, one.email)).call(updateCard, cardForm(MASTERCARD))
  expect(await entriesOf(one)).toEqual([
    { actor: `agent:${one.agentId}`, action: 'card-changed', details: { card: 'Mastercard ending in 4444' } },
  ])
})

test('a manual payment names the owner or the mailed link; a renewal names nobody', async () => {
  const byOwner = await makePastDue(harness)
  await (await openBrowser(harness, byOwner.email)).call(updateCard, { ...cardForm(APPROVED), ...OPEN })
  expect(await actionsOf(byOwner)).toEqual([
    ['agent:N', 'paid-by-hand'],
    ['agent:N', 'card-changed'],
  ])
  expect((await entriesOf(byOwner))[0]?.details).toMatchObject({ cents: 14_900, bill: expect.any(String) })

  harness.clock.set('2026-11-15T15:00:00Z')
  const byLink = await makePastDue(harness)
  const parts = { linkToken: await payLinkOf(harness, byLink) }
  await (await openBrowser(harness)).call(payWithCardByLink, { ...cardForm(APPROVED), ...OPEN }, parts)
  expect(await actionsOf(byLink)).toEqual([
    ['pay-link', 'paid-by-hand'],
    ['pay-link', 'card-changed'],
  ])

  harness.clock.set('2026-11-15T15:00:00Z')
  const refused = await makePastDue(harness)
  await (await openBrowser(harness, refused.email)).call(updateCard, { ...cardForm(DECLINED), ...OPEN })
  expect(await actionsOf(refused)).toEqual([])
  await (await openBrowser(harness)).call(payByLink, OPEN, { linkToken: await payLinkOf(harness, refused) })
  expect(await actionsOf(refused)).toEqual([['pay-link', 'paid-by-hand']])

  harness.clock.set('2026-11-15T15:00:00Z')
  const renewed = await subscribe(harness)
  harness.clock.set('2026-12-15T06:00:00Z')
  await renewDue(harness)
  expect(await actionsOf(renewed)).toEqual([])
})

test('a manual payment with a lost answer still names who paid', async () => {
  const one = await makePastDue(harness)
  const browser = await openBrowser(harness, one.email)
  expect((await browser.call(updateCard, { ...cardForm(TIMES_OUT), ...OPEN })).status).toBe(202)
  harness.clock.advance(600_000)
  await renewDue(harness)
  expect(await actionsOf(one)).toEqual([
    ['agent:N', 'paid-by-hand'],
    ['agent:N', 'card-changed'],
  ])
})

test('immediate, planned and dropped plan changes are audited', async () => {
  const one = await subscribe(harness, { plan: { triple: 1, lead: 2 } })
  const browser = await openBrowser(harness, one.email)
  const planOf = (seats: number) => ({
    triple_line_power_dialer_count: 1,
    hosted_lead_management_count: seats,
    idempotency_key: `plan-${one.accountId}-${seats}`,
  })
  const less = { ...planOf(1), now_cents: 0, next_cents: 14_900 }
  expect((await browser.call(changePlan, less)).status).toBe(200)
  expect((await browser.call(changePlan, less)).status).toBe(200)
  expect((await browser.call(keepPlan)).status).toBe(200)
  const more = { ...planOf(3), now_cents: 1_000, next_cents: 16_900 }
  expect((await browser.call(changePlan, more)).body).toMatchObject({ data: { status: 'changed' } })
  expect(await actionsOf(one)).toEqual([
    ['agent:N', 'plan-planned'],
    ['agent:N', 'plan-kept'],
    ['agent:N', 'plan-changed'],
  ])
  expect((await entriesOf(one))[2]?.details).toMatchObject({ cents: 1_000 })
})

test('a reactivation is audited, even if its payment settles late', async () => {
  const one = await subscribe(harness)
  await (await openBrowser(harness, one.email)).call(cancel, reason)
  harness.clock.set('2026-12-15T06:00:00Z')
  await renewDue(harness)
  const browser = await openBrowser(harness, one.email)
  const key = `reactivation-${one.accountId}`
  const order = { ...cardForm(TIMES_OUT), total_cents: 14_900, idempotency_key: key }
  expect((await browser.call(reactivateWithCard, order)).status).toBe(202)
  await settleLostOrder(harness, key)
  expect(await actionsOf(one)).toEqual([
    ['agent:N', 'cancel'],
    ['agent:N', 'reactivated'],
  ])
})

test('every entry of the owner or the pay link has its origin, even if its payment settles late', async () => {
  const one = await makePastDue(harness)
  const browser = await openBrowser(harness, one.email)
  expect((await browser.call(updateCard, { ...cardForm(TIMES_OUT), ...OPEN })).status).toBe(202)
  harness.clock.advance(600_000)
  await renewDue(harness)
  await browser.call(cancel, reason)
  harness.clock.set('2027-01-15T06:00:00Z')
  await renewDue(harness)
  const back = await openBrowser(harness, one.email)
  const key = `reactivation-${one.accountId}`
  const order = { ...cardForm(TIMES_OUT), total_cents: 14_900, idempotency_key: key }
  expect((await back.call(reactivateWithCard, order)).status).toBe(202)
  await settleLostOrder(harness, key)
  const entries = await harness.db.many<{ action: string; ip: string }>(
    sql`select action, ip from audit where account_id = ${one.accountId} order by id`,
  )
  expect(entries.map(({ action }) => action)).toEqual([
    'paid-by-hand',
    'card-changed',
    'cancel',
    'reactivated',
  ])
  for (const { action, ip } of entries)
    expect({ action, ip }).toEqual({ action, ip: expect.stringContaining('/') })
})
