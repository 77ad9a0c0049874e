import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { formatMoment } from '#contract/calendar/billing-dates.ts'
import { payOpen, updateCard } from '#contract/features/billing.ts'
import { payByLink } from '#contract/features/billing-links.ts'
import { changePlan } from '#contract/features/plan.ts'
import { pages } from '#contract/pages.ts'
import { showMoney } from '#server/billing/subscriptions/show-money.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY, HOUR, later, MINUTE, SECOND } from '#server/ports/clock.ts'
import type { Payments } from '#server/ports/payments.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { cardForm, OPEN, payLinkOf } from '#server/test-kit/past-due.ts'
import { sandboxFor } from '#server/test-kit/payments.ts'
import { send } from '#server/test-kit/send.ts'
import { APPROVED, type Subscribed, subscribe } from '#server/test-kit/subscriptions.ts'
import { replanTries } from './plan-tries.ts'
import { renewDue } from './renew.ts'

const NO_REASON = '4000000000000341'
const SHORT = '4000000000000358'
const CLOSED = '4000000000000366'
const BUSY = '4000000000000432'
const refusedCards = {
  declined: NO_REASON,
  'insufficient-funds': SHORT,
  closed: CLOSED,
  lost: '4000000000000374',
  stolen: '4000000000000382',
  revoked: '4000000000000390',
  'do-not-retry': '4000000000000408',
  expired: '4000000000000416',
  'wrong-number': '4000000000000424',
  busy: BUSY,
  velocity: '4000000000000440',
  'try-later': '4000000000000457',
}

let harness: Harness
let charge: Payments['charge'] | undefined
beforeAll(async () => {
  harness = await openHarness({
    payments: (db, clock) => {
      const real = sandboxFor(db, clock)
      return { ...real, charge: (order) => (charge ?? real.charge)(order) }
    },
  })
})
afterAll(() => harness.close())
beforeEach(() => {
  charge = undefined
  harness.clock.set('2026-11-15T15:00:00Z')
})

const DUE = new Date('2026-12-15T06:00:00Z')

async function at(moment: Date) {
  harness.clock.set(moment.toISOString())
  await renewDue(harness)
}
async function refusedWith(number: string): Promise<Subscribed> {
  const one = await subscribe(harness, { number })
  await at(DUE)
  return one
}
const chargesOf = ({ accountId }: Subscribed) =>
  harness.db.many<{ at: Date; outcome: string; asked: string | null }>(sql`
    select created_at as at, outcome, asked_by as asked from charges where account_id = ${accountId} order by id`)
const statusOf = async ({ accountId }: Subscribed) =>
  (await harness.db.one<{ status: string }>(sql`select status from accounts where id = ${accountId}`)).status
const openOf = async ({ accountId }: Subscribed) =>
  (await showMoney(harness.db, accountId, harness.clock.now())).open
const mailsOf = ({ email }: Subscribed) =>
  harness.db.many<{ purpose: string; plain: string }>(
    sql`select purpose, plain from mails where recipient = ${email} order by id`,
  )
const plannedOf = ({ subscriptionId }: Subscribed) =>
  harness.db.one<{ at: Date | null; because: string | null }>(sql`
    select next_try_at as at, try_because as because from periods
    where subscription_id = ${subscriptionId} order by id desc limit 1`)
const momentsIn = (text: string) =>
  [...text.matchAll(/try [^.]*?on (\w+ \d+, \d{4}, \d+:\d\d [AP]M Central)/g)].map(([, moment]) => moment)

test.each(Object.entries(refusedCards))(
  '%s: each sentence names a moment at which the card is tried, or none',
  async (reason, number) => {
    const one = await refusedWith(number)
    const named: (string | undefined)[] = []
    for (let open = await openOf(one); open; open = await openOf(one)) {
      const { at: nextAt } = await plannedOf(one)
      const before = await chargesOf(one)
      named.push(...momentsIn(open.sayNextTry))
      if (!nextAt) {
        expect(open.sayNextTry).toBe('We will not retry this payment automatically.')
        for (let day = 1; day <= 6; day += 1) await at(later(DUE, day * DAY))
        await at(later(DUE, 7 * DAY - SECOND))
        expect(await statusOf(one)).toBe('24h_past_due')
        await at(later(DUE, 7 * DAY))
        expect(await chargesOf(one)).toEqual(before)
        break
      }
      const lastDay = later(DUE, 6 * DAY)
      if (lastDay < nextAt) await at(lastDay)
      await at(later(nextAt, -SECOND))
      expect(await chargesOf(one)).toEqual(before)
      await at(nextAt)
      expect(await chargesOf(one)).toHaveLength(before.length + 1)
    }
    expect(await statusOf(one)).toBe('expired')
    const tried = (await chargesOf(one)).slice(1).map((one) => formatMoment('US/Central', one.at))
    expect(named).toEqual(tried)
    const mails = await mailsOf(one)
    for (const { plain } of mails) for (const moment of momentsIn(plain)) expect(tried).toContain(moment)
    expect(mails.filter(({ purpose }) => purpose === 'last-day')).toHaveLength(1)
    expect(mails.at(-1)?.purpose).toBe('expired')
    const stored = await harness.db.one<{ refused: string | null; reason: string }>(sql`
    select refused_because as refused, (select reason from charges c where c.account_id = k.account_id order by id desc limit 1)
      as reason from cards k where account_id = ${one.accountId}`)
    expect(stored).toEqual({ refused: tried.length === 0 ? reason : null, reason })
  },
)

test('a card refused for good is refused by hand at every entrance, with words that ask for another card', async () => {
  const one = await refusedWith(CLOSED)
  const browser = await openBrowser(harness, one.email)
  const words =
    'Your bank says the account for this card is closed. Nothing was charged. Please use another card.'
  expect(await browser.call(payOpen, OPEN)).toMatchObject({ status: 400, body: { errors: words } })
  const [mail] = await mailsOf(one)
  expect(mail?.plain).toContain('We will not retry this payment automatically.')
  expect(mail?.plain).toContain('pay now with another card.')
  expect(mail?.plain).not.toContain('closed')
  expect(await openOf(one)).toMatchObject({
    sayRefused: expect.stringContaining('Your bank says the account for this card is closed.'),
  })
  const linkToken = await payLinkOf(harness, one)
  const { text } = await (await openBrowser(harness)).open(pages.pay, { linkToken })
  expect(text).toContain('The bank no longer accepts the card on file.')
  expect(text).not.toContain('account for this card is closed')
  const byLink = () => send(harness, payByLink, OPEN, { parts: { linkToken } })
  const accepted =
    'The bank no longer accepts the card on file. Nothing was charged. Please use another card.'
  expect(await byLink()).toMatchObject({ status: 400, body: { errors: accepted } })
  await harness.db.run(sql`
    update cards set refused_because = null, refused_at = null where account_id = ${one.accountId}`)
  charge = async () => ({ kind: 'declined', reason: 'expired' })
  expect(await byLink()).toMatchObject({ status: 400, body: { errors: { number: [accepted] } } })

  const active = await subscribe(harness)
  await harness.db.run(sql`
    update cards set refused_because = 'expired', refused_at = now() where account_id = ${active.accountId}`)
  const added = {
    triple_line_power_dialer_count: 1,
    hosted_lead_management_count: 1,
    reverse_lookup_feature: 1,
    idempotency_key: randomUUID(),
  }
  const owner = await openBrowser(harness, active.email)
  const shown = await owner.call(changePlan, { ...added, now_cents: 4_900, next_cents: 19_800 })
  expect(shown).toMatchObject({ status: 400 })
  expect(await chargesOf(active)).toEqual([])
})

test('a payment link names the next payday, but not that it is one: that would tell what the bank said', async () => {
  const one = await refusedWith(SHORT)
  await at(later(DUE, DAY))
  const when = 'the card on file again on December 18, 2026, 6:00 AM Central'
  expect((await openOf(one))?.sayNextTry).toContain(`${when}, a common payday.`)
  const linkToken = await payLinkOf(harness, one)
  const { text } = await (await openBrowser(harness)).open(pages.pay, { linkToken })
  expect(text).toContain(`${when}.`)
  expect(text).not.toContain('payday')
})

test('a card whose account was closed before the month is not sent: the account is past due at once', async () => {
  const one = await subscribe(harness)
  await harness.db.run(sql`
    update cards set refused_because = 'closed', refused_at = now() where account_id = ${one.accountId}`)
  await at(DUE)
  expect(await chargesOf(one)).toEqual([])
  expect(await statusOf(one)).toBe('past_due')
  expect((await mailsOf(one)).map(({ purpose }) => purpose)).toEqual(['payment-failed'])
  for (let day = 1; day <= 7; day += 1) await at(later(DUE, day * DAY))
  expect(await statusOf(one)).toBe('expired')
  expect(await chargesOf(one)).toEqual([])
})

test('a month without any card on file is not left unpaid in silence: its owner is told, and can pay it', async () => {
  const one = await subscribe(harness)
  await harness.db.run(sql`update cards set replaced_at = now() where account_id = ${one.accountId}`)
  await at(DUE)
  expect(await statusOf(one)).toBe('past_due')
  const [mail] = await mailsOf(one)
  expect(mail?.plain).toContain('There is no card on file, so the monthly payment')
  expect(mail?.plain.replaceAll(/\s+/g, ' ')).toContain(
    'did not go through. Nothing was charged. Your service is paused. We will not retry this payment automatically. To restart your service right away, pay now with a card.',
  )
  const owner = await openBrowser(harness, one.email)
  expect((await owner.call(updateCard, { ...cardForm(APPROVED), ...OPEN })).status).toBe(200)
  expect(await statusOf(one)).toBe('active')
})

test('a card that was declined too often before its month is not sent, and its owner reads why and when', async () => {
  const one = await subscribe(harness)
  await harness.db.run(sql`
    insert into charges (key, period_id, account_id, gateway, gateway_token, amount_cents, brand, last_four, expires_month, expires_year,
      holder, outcome, reason, created_at)
    select 'former-' || gateway_token || n, (select max(id) from periods where subscription_id = ${one.subscriptionId}),
      account_id, gateway, gateway_token, 100, brand, last_four, expires_month, expires_year, holder, 'declined', 'declined',
      ${later(DUE, -28 * DAY)}
    from cards, generate_series(1, 20) n where account_id = ${one.accountId}`)
  await at(DUE)
  const [mail] = await mailsOf(one)
  expect(mail?.plain.replaceAll(/\s+/g, ' ')).toMatch(
    /Your bank has declined your Visa card ending in 1111 too many times in the last 30 days, so .* did not go through\. Nothing was charged\. Your service is paused\. We will try your Visa card ending in 1111 on December 17, 2026, 12:01 AM Central\. To restart your service right away, pay now with another card\./,
  )
  await at((await plannedOf(one)).at as Date)
  expect(await statusOf(one)).toBe('active')
})

test("a customer's own tries never use up the automatic ones, nor move them", async () => {
  const one = await refusedWith(NO_REASON)
  charge = async () => ({ kind: 'declined', reason: 'declined' })
  const browser = await openBrowser(harness, one.email)
  for (let count = 0; count < 4; count += 1) {
    harness.clock.advance(HOUR)
    expect(await browser.call(payOpen, OPEN)).toMatchObject({ status: 400 })
  }
  expect(await plannedOf(one)).toEqual({ at: later(DUE, DAY), because: 'usual' })
  for (const day of [1, 3, 5, 6, 7]) await at(later(DUE, day * DAY))
  const tries = await chargesOf(one)
  expect(tries.filter(({ asked }) => asked === null)).toHaveLength(5)
  expect(await statusOf(one)).toBe('expired')
})

test('a refusal for good in a try by hand ends the automatic tries of this card', async () => {
  const one = await refusedWith(NO_REASON)
  charge = async () => ({ kind: 'declined', reason: 'stolen', isHard: true })
  const browser = await openBrowser(harness, one.email)
  expect(await browser.call(payOpen, OPEN)).toMatchObject({
    status: 400,
    body: {
      errors: {
        number: [
          'Your bank told us not to charge this card again. Nothing was charged. Please use another card.',
        ],
      },
    },
  })
  expect(await plannedOf(one)).toEqual({ at: null, because: null })
})

test('of 20 tries of a card in 30 days, five are kept for automatic ones; the day of the next is named', async () => {
  const one = await refusedWith(NO_REASON)
  await at(later(DUE, DAY))
  charge = async () => ({ kind: 'declined', reason: 'declined' })
  const browser = await openBrowser(harness, one.email)
  for (let count = 0; count < 15; count += 1) {
    harness.clock.advance(10 * MINUTE)
    expect(await browser.call(payOpen, OPEN)).toMatchObject({
      status: 400,
      body: { errors: { number: [expect.any(String)] } },
    })
  }
  const refused = await browser.call(payOpen, OPEN)
  expect(refused).toMatchObject({
    status: 400,
    body: {
      errors: expect.stringContaining(
        'You can try it again after January 15, 2027, 12:11 AM Central, or use another card now.',
      ),
    },
  })
  const typed = { ...cardForm(NO_REASON), expiration_date_1: '2039', ...OPEN }
  expect(await (await openBrowser(harness, one.email)).call(updateCard, typed)).toMatchObject({
    status: 400,
    body: { errors: { number: [expect.stringContaining('You can try it again after January 15, 2027')] } },
  })
  const before = (await chargesOf(one)).length
  charge = undefined
  for (const day of [3, 5, 6, 7]) await at(later(DUE, day * DAY))
  expect(await chargesOf(one)).toHaveLength(before + 3)
})

test('after an update by its bank a card is tried at once, and its sentence says so', async () => {
  const one = await refusedWith(CLOSED)
  harness.clock.advance(DAY)
  await harness.db.transaction(async (tx) => {
    await tx.run(
      sql`update cards set refused_because = null, refused_at = null where account_id = ${one.accountId}`,
    )
    await replanTries(tx, one.accountId, harness.clock.now(), { isUpdated: true })
  })
  expect((await openOf(one))?.sayNextTry).toContain('try the card on file again within a few minutes')
  await renewDue(harness)
  expect(await chargesOf(one)).toHaveLength(2)
})
