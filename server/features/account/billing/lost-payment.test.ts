import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { updateCard } from '#contract/features/billing.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { showMoney } from '#server/billing/subscriptions/show-money.ts'
import { sql } from '#server/platform/db/sql.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { cardForm, mailsTo, makePastDue, OPEN } from '#server/test-kit/past-due.ts'
import { outOfReach, withoutAnswers } from '#server/test-kit/payments.ts'
import { DECLINED, type Subscribed } from '#server/test-kit/subscriptions.ts'

const MASTERCARD = '5555555555554444'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())
beforeEach(() => harness.clock.set('2026-11-15T15:00:00Z'))

const at = async (iso: string) => {
  harness.clock.set(iso)
  await renewDue(harness)
}
const chargesOf = ({ accountId }: Subscribed) =>
  harness.db.many(sql`
    select last_four as card, outcome from charges where account_id = ${accountId} order by id`)
/** The owner enters another card, which pays at once if its bank approves it. */
const payWith = async ({ email }: Subscribed, number: string) =>
  (await (await openBrowser(harness, email)).call(updateCard, { ...cardForm(number), ...OPEN })).status
/** The gateway never hears of it. */
const payInVain = async (one: Subscribed) =>
  expect(await outOfReach(harness, () => payWith(one, MASTERCARD))).toBe(202)
const statusOf = ({ accountId }: Subscribed) =>
  harness.db.one(sql`select status from accounts where id = ${accountId}`)

const refused = { card: '0341', outcome: 'declined' }
const lost = { card: '4444', outcome: 'absent' }

test('a manual payment that never reached the bank delays the card on file until the mailed day', async () => {
  const one = await makePastDue(harness)
  expect((await mailsTo(harness, one, 'payment-failed'))[0]).toContain(
    'We will try again on December 16, 2026, 12:00 AM Central',
  )
  await payInVain(one)
  await at('2026-12-15T20:00:00Z')
  await at('2026-12-16T05:59:00Z')
  expect(await chargesOf(one)).toEqual([refused, lost])
  await at('2026-12-16T06:00:00Z')
  expect(await chargesOf(one)).toEqual([refused, lost, refused])
})

test('if that day passes before the gateway can tell, the card on file is charged then', async () => {
  const one = await makePastDue(harness)
  harness.clock.set('2026-12-16T05:59:50Z')
  await payInVain(one)
  await at('2026-12-16T06:30:00Z')
  expect(await chargesOf(one)).toEqual([refused, lost, refused])
})

test('a manual payment that never reached the bank does not end the account; its last retry does', async () => {
  const one = await makePastDue(harness)
  for (const day of [16, 18, 20, 21]) await at(`2026-12-${day}T06:00:00Z`)
  harness.clock.set('2026-12-22T05:59:50Z')
  await payInVain(one)
  expect(await statusOf(one)).toEqual({ status: '24h_past_due' })
  await at('2026-12-22T06:30:00Z')
  expect(await chargesOf(one)).toEqual([...Array(4).fill(refused), lost, refused])
  expect(await statusOf(one)).toEqual({ status: 'expired' })
})

test('the same just after the last retry was due: the retry is made up for', async () => {
  const one = await makePastDue(harness)
  for (const day of [16, 18, 20, 21]) await at(`2026-12-${day}T06:00:00Z`)
  harness.clock.set('2026-12-22T06:00:10Z')
  await payInVain(one)
  await at('2026-12-22T06:30:00Z')
  expect(await chargesOf(one)).toEqual([...Array(4).fill(refused), lost, refused])
  expect(await statusOf(one)).toEqual({ status: 'expired' })
})

test('nor does one that turns out to be declined after the last retry was due', async () => {
  const one = await makePastDue(harness)
  for (const day of [16, 18, 20, 21]) await at(`2026-12-${day}T06:00:00Z`)
  harness.clock.set('2026-12-22T05:59:50Z')
  expect(await withoutAnswers(harness, () => payWith(one, DECLINED))).toBe(202)
  await at('2026-12-22T06:30:00Z')
  expect(await chargesOf(one)).toEqual([
    ...Array(4).fill(refused),
    { card: '0002', outcome: 'declined' },
    refused,
  ])
  expect(await statusOf(one)).toEqual({ status: 'expired' })
})

test('a payment that is still being confirmed when the account was to end delays the end: none is named', async () => {
  const one = await makePastDue(harness)
  const endsAt = async () => (await showMoney(harness.db, one.accountId, harness.clock.now())).open?.endsAt
  for (const day of [16, 18, 20, 21]) await at(`2026-12-${day}T06:00:00Z`)
  await withoutAnswers(harness, () => at('2026-12-22T05:59:00Z'))
  expect(await endsAt()).toBe('December 22, 2026, 12:00 AM Central')
  await withoutAnswers(harness, () => at('2026-12-22T06:00:00Z'))
  expect(await endsAt()).toBeNull()
})

test('a late warning still leaves a full day, even after a failed manual payment', async () => {
  const one = await makePastDue(harness)
  for (const day of [16, 18, 20]) await at(`2026-12-${day}T06:00:00Z`)
  // The job was down: the last day begins eleven hours late.
  await at('2026-12-21T17:00:00Z')
  harness.clock.set('2026-12-22T16:30:00Z')
  await payInVain(one)
  await at('2026-12-22T16:50:00Z')
  expect(await chargesOf(one)).toEqual([...Array(4).fill(refused), lost])
  expect(await statusOf(one)).toEqual({ status: '24h_past_due' })
  await at('2026-12-22T17:00:00Z')
  expect(await statusOf(one)).toEqual({ status: 'expired' })
})

test('an automatic retry that never reached the bank is resent at once', async () => {
  const one = await makePastDue(harness)
  await outOfReach(harness, () => at('2026-12-16T06:00:00Z'))
  await at('2026-12-16T06:30:00Z')
  expect(await chargesOf(one)).toEqual([refused, { card: '0341', outcome: 'absent' }, refused])
})

test('mails name the card on file as the next one charged, whatever card was declined last', async () => {
  const one = await makePastDue(harness)
  expect(await withoutAnswers(harness, () => payWith(one, DECLINED))).toBe(202)
  await at('2026-12-15T20:00:00Z')
  const [first, second] = await mailsTo(harness, one, 'payment-failed')
  expect(first).toContain('We will try again on December 16, 2026, 12:00 AM Central.')
  expect(second).toContain('Your bank declined your Visa card ending in 0002, so the monthly payment for')
  expect(second).toContain(
    'We will try your Visa card ending in 0341 on December 16, 2026, 12:00 AM Central.',
  )
  for (const day of [16, 18, 20]) await at(`2026-12-${day}T06:00:00Z`)
  expect(await payWith(one, DECLINED)).toBe(400)
  await at('2026-12-21T06:00:00Z')
  expect((await mailsTo(harness, one, 'last-day'))[0]).toContain(
    'We will try your Visa card ending in 0341 one last time on December 22, 2026, 12:00 AM Central.',
  )
})
