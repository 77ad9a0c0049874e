import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { balanceOfLink, payByLink, payWithCardByLink } from '#contract/features/billing-links.ts'
import { pages } from '#contract/pages.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY, HOUR, later } from '#server/ports/clock.ts'
import { type Browser, openBrowser } from '#server/test-kit/browser.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { cardForm, cardOnFile, mailsTo, makePastDue, OPEN, payLinkOf } from '#server/test-kit/past-due.ts'
import { sandboxMeanwhile } from '#server/test-kit/payments.ts'
import { APPROVED, type Subscribed, TIMES_OUT } from '#server/test-kit/subscriptions.ts'
import { showPay } from './pay-open.ts'

let harness: Harness
let stranger: Browser
/** Runs while the gateway is storing a card. */
let meanwhile: (() => Promise<unknown>) | undefined
beforeAll(async () => {
  harness = await openHarness({ payments: sandboxMeanwhile(() => meanwhile?.()) })
})
afterAll(() => harness.close())
beforeEach(async () => {
  harness.clock.set('2026-11-15T15:00:00Z')
  stranger = await openBrowser(harness)
  meanwhile = undefined
})

const MASTERCARD = '5555555555554444'
const vaulted = () => harness.db.one<{ cards: number }>(sql`select count(*) as cards from sandbox_cards`)

async function expectNothingChanges(one: Subscribed, linkToken: string) {
  const [before, mailed] = [await vaulted(), await mailsTo(harness, one, 'card-changed')]
  const answer = await stranger.call(payWithCardByLink, cardForm(MASTERCARD), { linkToken })
  expect(answer).toMatchObject({ status: 200, body: { data: { status: 'nothing_open' } } })
  expect(await cardOnFile(harness, one)).toEqual({ lastFour: '0341' })
  expect(await vaulted()).toEqual(before)
  expect(await mailsTo(harness, one, 'card-changed')).toEqual(mailed)
}

test('a link with nothing due any more does not change the card, and shows no card form', async () => {
  const one = await makePastDue(harness)
  const linkToken = await payLinkOf(harness, one)
  expect((await stranger.open(pages.pay, { linkToken })).text).toContain('name="number"')
  await stranger.call(payByLink, OPEN, { linkToken })
  await expectNothingChanges(one, linkToken)
  const { text } = await stranger.open(pages.pay, { linkToken })
  expect(text).toContain('There is nothing to pay for')
  expect(text).not.toContain('Success!')
  expect(text).not.toContain('name="number"')
  expect(text).not.toContain('0341')
})

test('nor does the link of an account that was canceled or has ended for good', async () => {
  const canceled = await makePastDue(harness)
  const link = await payLinkOf(harness, canceled)
  await harness.db.run(sql`
    update subscriptions set ended_at = ${harness.clock.now()} where account_id = ${canceled.accountId}`)
  await harness.db.run(sql`update accounts set status = 'canceled' where id = ${canceled.accountId}`)
  await expectNothingChanges(canceled, link)
  harness.clock.set('2026-11-15T15:00:00Z')
  const expired = await makePastDue(harness)
  harness.clock.advance(8 * DAY)
  await renewDue(harness)
  harness.clock.advance(2 * DAY)
  await renewDue(harness)
  await expectNothingChanges(expired, await payLinkOf(harness, expired))
})

test('while the month is being charged the link makes no request, and the card on file stays', async () => {
  const one = await makePastDue(harness)
  const linkToken = await payLinkOf(harness, one)
  await harness.db.run(sql`
    update periods set state = 'charging', next_try_at = ${later(harness.clock.now(), HOUR)}
    where subscription_id = ${one.subscriptionId} and state = 'past_due'`)
  const before = await vaulted()
  expect(
    await stranger.call(payWithCardByLink, { ...cardForm(MASTERCARD), ...OPEN }, { linkToken }),
  ).toMatchObject({
    status: 202,
    body: { data: { status: 'confirming' } },
  })
  expect(await vaulted()).toEqual(before)
  expect(await cardOnFile(harness, one)).toEqual({ lastFour: '0341' })
  const { text } = await stranger.open(pages.pay, { linkToken })
  expect(text).toContain('being confirmed with the bank')
  expect(text).not.toContain('name="number"')
})

test('the slower of two tabs changes nothing, although the month was open when it began', async () => {
  const one = await makePastDue(harness)
  const linkToken = await payLinkOf(harness, one)
  meanwhile = () => {
    meanwhile = undefined
    return stranger.call(payByLink, OPEN, { linkToken })
  }
  expect(
    await stranger.call(payWithCardByLink, { ...cardForm(MASTERCARD), ...OPEN }, { linkToken }),
  ).toMatchObject({
    status: 200,
    body: { data: { status: 'nothing_open' } },
  })
  expect(await cardOnFile(harness, one)).toEqual({ lastFour: '0341' })
  expect(await mailsTo(harness, one, 'card-changed')).toEqual([])
})

test('a card that has just paid goes on file, and the owner is told by mail', async () => {
  const one = await makePastDue(harness)
  const linkToken = await payLinkOf(harness, one)
  expect(
    (await stranger.call(payWithCardByLink, { ...cardForm(APPROVED), ...OPEN }, { linkToken })).body,
  ).toMatchObject({
    data: { status: 'paid' },
  })
  expect(await cardOnFile(harness, one)).toEqual({ lastFour: '1111' })
  const [told, ...more] = await mailsTo(harness, one, 'card-changed')
  expect(told).toContain('We charged it $149.00')
  expect(told).toContain('Visa card ending in 1111')
  expect(told).not.toContain('Nothing was charged')
  expect(more).toEqual([])
})

test('the owner is also told when only settling finds out that the card has paid', async () => {
  const one = await makePastDue(harness)
  const linkToken = await payLinkOf(harness, one)
  expect(
    await stranger.call(payWithCardByLink, { ...cardForm(TIMES_OUT), ...OPEN }, { linkToken }),
  ).toMatchObject({
    status: 202,
  })
  expect(await mailsTo(harness, one, 'card-changed')).toEqual([])
  harness.clock.advance(60_000)
  await renewDue(harness)
  expect(await cardOnFile(harness, one)).toEqual({ lastFour: '0119' })
  expect(await mailsTo(harness, one, 'card-changed')).toEqual([expect.stringContaining('ending in 0119')])
})

test('a payment by the card on file is not a change, and no mail says so', async () => {
  const one = await makePastDue(harness)
  await stranger.call(payByLink, OPEN, { linkToken: await payLinkOf(harness, one) })
  expect(await cardOnFile(harness, one)).toEqual({ lastFour: '0341' })
  expect(await mailsTo(harness, one, 'card-changed')).toEqual([])
})

test('a link offers no card that was declined too often, and says until when', async () => {
  const one = await makePastDue(harness)
  const linkToken = await payLinkOf(harness, one)
  const shown = async () => (await showPay(harness, linkToken)).due
  expect(await shown()).toMatchObject({ open: { sayRefused: '' }, card: { isRefused: false } })
  await harness.db.run(sql`
    insert into charges (key, period_id, account_id, gateway, gateway_token, amount_cents, brand, last_four, expires_month, expires_year,
      holder, outcome, reason, asked_by, created_at)
    select key || n, period_id, account_id, gateway, gateway_token, amount_cents, brand, last_four, expires_month, expires_year,
      holder, outcome, reason, 'pay-link', created_at
    from charges, generate_series(1, 15) n where account_id = ${one.accountId} and outcome = 'declined'`)
  expect(await shown()).toMatchObject({
    open: {
      sayRefused:
        'The card on file was declined too many times. You can try it again after January 14, 2027, 12:01 AM Central.',
    },
    card: { isRefused: true },
  })
  expect((await stranger.call(payByLink, OPEN, { linkToken })).status).toBe(400)
})

test('a link opened after the last retry says that the account has ended, not that it was paid', async () => {
  const one = await makePastDue(harness)
  const linkToken = await payLinkOf(harness, one)
  const balanceNow = async () => (await stranger.call(balanceOfLink, {}, { linkToken })).body
  expect(await balanceNow()).toMatchObject({ data: { status: 'open', has_ended: false } })
  for (let day = 0; day < 9; day += 1) {
    harness.clock.advance(DAY)
    await renewDue(harness)
  }
  expect(await balanceNow()).toEqual({ data: { status: 'nothing_open', open_cents: 0, has_ended: true } })
})
