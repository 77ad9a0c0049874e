import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { payOpen, updateCard } from '#contract/features/billing.ts'
import { payByLink, payWithCardByLink } from '#contract/features/billing-links.ts'
import { cancel } from '#contract/features/cancel.ts'
import { changePlan } from '#contract/features/plan.ts'
import { reactivate, reactivateWithCard } from '#contract/features/reactivate.ts'
import { countRequestedCharge } from '#server/billing/cards/charge-card.ts'
import { settleLostOrder } from '#server/billing/orders/settle-order.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { sql } from '#server/platform/db/sql.ts'
import { HOUR, later } from '#server/ports/clock.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { cardForm, cardOnFile, makePastDue, OPEN, payLinkOf } from '#server/test-kit/past-due.ts'
import { APPROVED, DECLINED, type Subscribed, subscribe, TIMES_OUT } from '#server/test-kit/subscriptions.ts'

const MASTERCARD = '5555555555554444'
let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())
beforeEach(() => harness.clock.set('2026-11-15T15:00:00Z'))

const refusal = {
  status: 429,
  body: { errors: expect.stringMatching(/^Too many payments .* Please wait \d+ minutes and try again/) },
}
const noneLeft = async ({ accountId }: Subscribed) => {
  const count = () => countRequestedCharge(harness.db, accountId, harness.clock.now())
  while (!(await count()));
}
const counted = async ({ accountId }: Subscribed) => {
  const count = () => countRequestedCharge(harness.db, accountId, harness.clock.now())
  let left = 0
  while (!(await count())) left += 1
  return 10 - left
}
const oneMoreLine = (key: string) => ({
  triple_line_power_dialer_count: 2,
  hosted_lead_management_count: 1,
  now_cents: 13_900,
  next_cents: 2 * 13_900 + 1_000,
  idempotency_key: key,
})

test('the eleventh charge within an hour is refused with a message, and the card stays', async () => {
  const one = await subscribe(harness, { number: DECLINED })
  harness.clock.set('2026-12-15T06:00:00Z')
  await renewDue(harness)
  const browser = await openBrowser(harness, one.email)
  for (let tries = 0; tries < 10; tries += 1) expect((await browser.call(payOpen, OPEN)).status).toBe(400)
  expect(await browser.call(payOpen, OPEN)).toMatchObject(refusal)
  expect(await browser.call(updateCard, { ...cardForm(MASTERCARD), ...OPEN })).toMatchObject(refusal)
  expect(await cardOnFile(harness, one)).toEqual({ lastFour: '0002' })
  harness.clock.advance(HOUR)
  const later = await openBrowser(harness, one.email)
  expect((await later.call(updateCard, { ...cardForm(MASTERCARD), ...OPEN })).status).toBe(200)
})

test('a payment in progress is followed, even without tries left', async () => {
  const one = await makePastDue(harness)
  const linkToken = await payLinkOf(harness, one)
  await noneLeft(one)
  await harness.db.run(sql`
    update periods set state = 'charging', next_try_at = ${later(harness.clock.now(), HOUR)}
    where subscription_id = ${one.subscriptionId} and state = 'past_due'`)
  const confirming = { status: 202, body: { data: { status: 'confirming' } } }
  const owner = await openBrowser(harness, one.email)
  expect(await owner.call(payOpen, OPEN)).toMatchObject(confirming)
  expect(await owner.call(payByLink, OPEN, { linkToken })).toMatchObject(confirming)
})

test('a mailed pay link does not use up tries', async () => {
  const one = await makePastDue(harness)
  const linkToken = await payLinkOf(harness, one)
  await noneLeft(one)
  const stranger = await openBrowser(harness)
  expect(await stranger.call(payByLink, OPEN, { linkToken })).toMatchObject(refusal)
  expect(
    await stranger.call(payWithCardByLink, { ...cardForm(MASTERCARD), ...OPEN }, { linkToken }),
  ).toMatchObject(refusal)
})

test('plan changes count as well, and nothing is charged', async () => {
  const one = await subscribe(harness)
  const browser = await openBrowser(harness, one.email)
  await noneLeft(one)
  expect(await browser.call(changePlan, oneMoreLine('asked-plan'))).toMatchObject(refusal)
  const orders = await harness.db.many(sql`select 1 from orders where account_id = ${one.accountId}`)
  expect(orders).toEqual([])
})

test('so do reactivations, with the card on file or another one', async () => {
  const one = await subscribe(harness)
  await (await openBrowser(harness, one.email)).call(cancel, { reason: 'It costs too much', details: '' })
  harness.clock.set('2026-12-15T06:00:00Z')
  await renewDue(harness)
  const browser = await openBrowser(harness, one.email)
  await noneLeft(one)
  const body = { total_cents: 14_900, idempotency_key: 'asked-back' }
  expect(await browser.call(reactivate, body)).toMatchObject(refusal)
  expect(await browser.call(reactivateWithCard, { ...cardForm(MASTERCARD), ...body })).toMatchObject(refusal)
})

test('paid charges do not count, even if the bank answers late', async () => {
  const paid = await subscribe(harness)
  const browser = await openBrowser(harness, paid.email)
  expect((await browser.call(changePlan, oneMoreLine('asked-paid'))).status).toBe(200)
  expect(await counted(paid)).toBe(0)
  const late = await subscribe(harness, { number: TIMES_OUT })
  const other = await openBrowser(harness, late.email)
  expect((await other.call(changePlan, oneMoreLine('asked-late'))).status).toBe(202)
  await settleLostOrder(harness, 'asked-late')
  expect(await counted(late)).toBe(0)
  const open = await makePastDue(harness)
  const owner = await openBrowser(harness, open.email)
  expect((await owner.call(updateCard, { ...cardForm(APPROVED), ...OPEN })).status).toBe(200)
  expect(await counted(open)).toBe(0)
})
