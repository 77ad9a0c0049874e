import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { balance, payOpen, updateCard } from '#contract/features/billing.ts'
import { cancel, undoCancel } from '#contract/features/cancel.ts'
import { pages } from '#contract/pages.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addAgent } from '#server/test-kit/accounts.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { cardForm, cardOnFile, mailsTo, makePastDue, OPEN, payLinkOf } from '#server/test-kit/past-due.ts'
import { valuesIn } from '#server/test-kit/signed-in.ts'
import { APPROVED, DECLINED_AT_RENEWAL, subscribe } from '#server/test-kit/subscriptions.ts'

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
const reason = { reason: 'It costs too much', details: '' }
const openIn = (html: string) => (valuesIn(html).money as { open: Record<string, unknown> }).open

test('past due, the page says since when the service is paused and when the account ends, with zone', async () => {
  const one = await makePastDue(harness)
  const browser = await openBrowser(harness, one.email)
  const page = await browser.open(pages.billing)
  expect(openIn(page.text)).toMatchObject({
    sayNextTry:
      'Unless you pay first, we will try the card on file again on December 16, 2026, 12:00 AM Central.',
    pausedSince: 'December 15, 2026, 12:00 AM Central',
    endsAt: 'December 22, 2026, 12:00 AM Central',
  })
  for (const words of [
    'Your service has been paused since December 15, 2026, 12:00 AM Central',
    'the account ends on December 22, 2026, 12:00 AM Central',
    'Calling, connected apps and everyone else’s sign-in',
  ])
    expect(page.text).toContain(words)
  const byLink = await (await openBrowser(harness)).open(pages.pay, {
    linkToken: await payLinkOf(harness, one),
  })
  expect(byLink.text).toContain('the account ends on December 22, 2026, 12:00 AM Central')
  expect((await mailsTo(harness, one, 'payment-failed')).at(-1)).toContain(
    'your account will end on December 22, 2026, 12:00 AM Central',
  )
})

test('a try that is due comes within a few minutes; once the job is late for it, no time is named', async () => {
  const one = await makePastDue(harness)
  const browser = await openBrowser(harness, one.email)
  const says = async (iso: string) => {
    harness.clock.set(iso)
    return openIn((await browser.open(pages.billing)).text).sayNextTry
  }
  const tries = 'Unless you pay first, we will try the card on file again'
  expect(await says('2026-12-16T06:00:00Z')).toBe(`${tries} within a few minutes.`)
  expect(await says('2026-12-16T07:00:00Z')).toBe(`${tries} soon.`)
})

test('a page opened before the account ended pays nothing, saves no card, and must be reloaded', async () => {
  const one = await makePastDue(harness)
  const browser = await openBrowser(harness, one.email)
  await browser.call(cancel, reason)
  const ended = { errors: 'This account has ended. Nothing was charged.', outdated: true }
  expect(await browser.call(payOpen, OPEN)).toMatchObject({ status: 400, body: ended })
  expect(await browser.call(updateCard, { ...cardForm(APPROVED), ...OPEN })).toMatchObject({
    status: 400,
    body: ended,
  })
  expect(await cardOnFile(harness, one)).toEqual({ lastFour: '0341' })
  // Someone polling a payment meanwhile gets the same answer, not that the account lacks permission.
  const left = { status: 'nothing_open', open_cents: 0, has_ended: true }
  expect(await browser.call(balance, {})).toMatchObject({ status: 200, body: { data: left } })
})

test('the account ends at the last retry, as the page says, and not before', async () => {
  const one = await subscribe(harness, { number: DECLINED_AT_RENEWAL })
  const statusOf = async () =>
    (await harness.db.one<{ status: string }>(sql`select status from accounts where id = ${one.accountId}`))
      .status
  await at('2026-12-15T06:00:00Z')
  for (const day of [16, 18, 20]) await at(`2026-12-${day}T06:00:00Z`)
  await at('2026-12-21T06:00:30Z')
  expect(await statusOf()).toBe('24h_past_due')
  const browser = await openBrowser(harness, one.email)
  const { endsAt, sayNextTry } = openIn((await browser.open(pages.billing)).text)
  const end = 'December 22, 2026, 12:00 AM Central'
  expect([endsAt, sayNextTry]).toEqual([
    end,
    `Unless you pay first, we will try the card on file one last time on ${end}.`,
  ])
  await at('2026-12-22T05:59:00Z')
  expect(await statusOf()).toBe('24h_past_due')
  await at('2026-12-22T06:00:00Z')
  expect(await statusOf()).toBe('expired')
})

test('a payment within the last 24 hours makes the account active again', async () => {
  const one = await subscribe(harness, { number: DECLINED_AT_RENEWAL })
  for (const day of [15, 16, 18, 20, 21]) await at(`2026-12-${day}T06:00:30Z`)
  const statusOf = () => harness.db.one(sql`select status from accounts where id = ${one.accountId}`)
  expect(await statusOf()).toEqual({ status: '24h_past_due' })
  const browser = await openBrowser(harness, one.email)
  expect(await browser.call(updateCard, { ...cardForm(APPROVED), ...OPEN })).toMatchObject({ status: 200 })
  expect(await statusOf()).toEqual({ status: 'active' })
})

test('after days of downtime the account ends a day after the warning, and the page says so', async () => {
  const one = await subscribe(harness, { number: DECLINED_AT_RENEWAL })
  await at('2026-12-15T06:00:00Z')
  await at('2026-12-24T06:00:00Z')
  const browser = await openBrowser(harness, one.email)
  expect(openIn((await browser.open(pages.billing)).text)).toMatchObject({
    endsAt: 'December 25, 2026, 12:00 AM Central',
  })
})

test('the cancel page of a past-due account promises no last day for undoing', async () => {
  const one = await makePastDue(harness)
  const browser = await openBrowser(harness, one.email)
  const { text } = await browser.open(pages.cancel)
  expect(text).not.toContain('until the last day')
  expect(text).toContain('the account ends right away')
  expect(text).toContain('For 90 days you can reactivate the account')
  expect((await browser.call(cancel, reason)).status).toBe(200)
  expect((await browser.call(undoCancel)).status).toBe(403)
})

test('during a charge the cancel page offers only to wait a minute', async () => {
  const one = await makePastDue(harness)
  await harness.db.run(sql`
    update periods set state = 'charging' where subscription_id = ${one.subscriptionId} and state = 'past_due'`)
  const browser = await openBrowser(harness, one.email)
  const { text } = await browser.open(pages.cancel)
  expect(text).not.toContain('the account ends right away')
  expect(text).toContain('You can cancel once the bank has answered')
})

test('after cancellation, the badge on every page shows the last day to everyone in the account', async () => {
  const one = await subscribe(harness, { timeZone: 'US/Eastern', plan: { triple: 1, lead: 2 } })
  const user = freshEmail()
  await addAgent(harness.db, one.accountId, { email: user, role: 'user' })
  const browser = await openBrowser(harness, one.email)
  expect((await browser.open(pages.account)).text).toMatch(/class="badge active[^"]*">Active</)
  await browser.call(cancel, reason)
  const open = [pages.account, pages.plan, pages.billing, pages.cancel, pages.details, pages.people]
  for (const page of [...open, pages['connected-apps'], pages['outgoing-mail'], pages.security])
    expect((await browser.open(page)).text).toContain('>Active until December 14<')
  expect((await (await openBrowser(harness, user)).open(pages.people)).text).toContain(
    '>Active until December 14<',
  )
  await browser.call(undoCancel)
  expect((await browser.open(pages.account)).text).not.toContain('Active until')
})

test('the cancellation mail gives the last day and the deadline for undoing', async () => {
  const one = await subscribe(harness, { timeZone: 'US/Eastern' })
  const browser = await openBrowser(harness, one.email)
  await browser.call(cancel, reason)
  const [mail] = await mailsTo(harness, one, 'canceled')
  expect(mail).toContain('Your service runs through December 14, 2026. There are no further charges.')
  expect(mail).toContain('You can undo this in your account until December 14, 2026, 11:59 PM Eastern.')
})
