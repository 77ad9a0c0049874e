// On PostgreSQL: two of its requests race.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { balance, payOpen, updateCard } from '#contract/features/billing.ts'
import { payByLink, payWithCardByLink } from '#contract/features/billing-links.ts'
import { signIn } from '#contract/features/sign-in.ts'
import { pages } from '#contract/pages.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY, MINUTE } from '#server/ports/clock.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { cardForm, cardOnFile, makePastDue, OPEN, payLinkOf } from '#server/test-kit/past-due.ts'
import { send } from '#server/test-kit/send.ts'
import {
  APPROVED,
  DECLINED,
  DECLINED_AT_RENEWAL,
  type Subscribed,
  subscribe,
  TIMES_OUT,
} from '#server/test-kit/subscriptions.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())
beforeEach(() => harness.clock.set('2026-11-15T15:00:00Z'))

const card = (number: string) => ({ ...cardForm(number), ...OPEN })
const statusOf = async ({ accountId }: Subscribed) =>
  (await harness.db.one<{ status: string }>(sql`select status from accounts where id = ${accountId}`)).status
const cardOf = (one: Subscribed) => cardOnFile(harness, one)
const newestInvoice = async ({ accountId }: Subscribed) =>
  (
    await harness.db.one<{ number: string }>(
      sql`select number from invoices where account_id = ${accountId} order by id desc limit 1`,
    )
  ).number

async function pastDue(): Promise<Subscribed> {
  const one = await makePastDue(harness)
  expect(await statusOf(one)).toBe('past_due')
  return one
}

test('a new card pays the open bill and goes on file in one step; the account is active at once', async () => {
  const one = await pastDue()
  const browser = await openBrowser(harness, one.email)
  expect((await browser.open(pages.account)).headers.location).toBe(pages.billing)
  expect((await browser.call(balance)).body).toEqual({
    data: { status: 'open', open_cents: 14_900, has_ended: false },
  })
  const paid = await browser.call(updateCard, card('4111-1111-1111-1111'))
  expect(paid).toMatchObject({
    status: 200,
    body: { data: { status: 'paid', number: await newestInvoice(one) } },
  })
  expect(await statusOf(one)).toBe('active')
  expect(await cardOf(one)).toEqual({ lastFour: '1111' })
  expect((await browser.open(pages.account)).status).toBe(200)
  harness.clock.set('2027-01-15T06:00:00Z')
  await renewDue(harness)
  expect(await statusOf(one)).toBe('active')
})

test('a declined card changes nothing, is reported at its number, and sends no mail', async () => {
  const one = await pastDue()
  const browser = await openBrowser(harness, one.email)
  const mails = () => harness.db.one(sql`select count(*) from mails where recipient = ${one.email}`)
  const before = await mails()
  const refused = await browser.call(updateCard, card(DECLINED))
  expect(refused).toMatchObject({
    status: 400,
    body: { errors: { number: [expect.stringContaining('bank')] } },
  })
  expect(await mails()).toEqual(before)
  expect(await cardOf(one)).toEqual({ lastFour: '0341' })
  expect(await statusOf(one)).toBe('past_due')
  expect((await browser.call(updateCard, { ...card('1234-1234-1234-1234') })).body).toMatchObject({
    errors: { number: [expect.any(String)] },
  })
  expect(
    (await browser.call(updateCard, { ...card(APPROVED), expiration_date_1: '2025' })).body,
  ).toMatchObject({
    errors: { expiration_date_0: [expect.any(String)] },
  })
})

test('the card on file pays by hand, and two concurrent payments pay once', async () => {
  const one = await pastDue()
  const browser = await openBrowser(harness, one.email)
  const answers = await Promise.all([browser.call(payOpen, OPEN), browser.call(payOpen, OPEN)])
  const kinds = answers.map(({ body }) => (body.data as { status: string }).status)
  expect(kinds).toContain('paid')
  expect(await statusOf(one)).toBe('active')
  const { charges } = await harness.db.one<{ charges: number }>(sql`
    select count(*) as charges from charges where account_id = ${one.accountId} and outcome = 'paid'`)
  expect(charges).toBe(1)
  expect((await browser.call(payOpen, { open_cents: 0 })).body).toEqual({
    data: { status: 'nothing_open', number: '' },
  })
})

test('a payment with a lost answer is confirming until known, and keeps the card that paid', async () => {
  const one = await pastDue()
  const browser = await openBrowser(harness, one.email)
  expect(await browser.call(updateCard, card(TIMES_OUT))).toMatchObject({
    status: 202,
    body: { data: { status: 'confirming' } },
  })
  expect((await browser.call(balance)).body).toMatchObject({ data: { status: 'confirming' } })
  harness.clock.advance(60_000)
  await renewDue(harness)
  expect((await browser.call(balance)).body).toMatchObject({ data: { status: 'nothing_open' } })
  expect(await cardOf(one)).toEqual({ lastFour: '0119' })
})

test('with nothing due a card is only stored, and the owner is told', async () => {
  const one = await subscribe(harness)
  const browser = await openBrowser(harness, one.email)
  expect((await browser.call(updateCard, cardForm('5555-5555-5555-4444'))).body).toEqual({
    data: { status: 'saved', number: '' },
  })
  expect(await cardOf(one)).toEqual({ lastFour: '4444' })
  const mail = await harness.db.one<{ purpose: string }>(
    sql`select purpose from mails where recipient = ${one.email} order by id desc limit 1`,
  )
  expect(mail.purpose).toBe('card-changed')
})

test('the mailed link pays without signing in, and does nothing else', async () => {
  const one = await pastDue()
  const linkToken = await payLinkOf(harness, one)
  const stranger = await openBrowser(harness)
  const page = await stranger.open(pages.pay, { linkToken })
  expect(page.text).toContain('$149.00')
  expect(page.text).not.toContain(one.email)
  expect(page.headers['cache-control']).toBe('no-store')
  expect((await stranger.open(pages.billing)).headers.location).toBe(
    `${pages['sign-in']}?next=%2Faccount%2Fbilling%2F`,
  )
  expect(await stranger.call(payWithCardByLink, card(DECLINED), { linkToken })).toMatchObject({ status: 400 })
  expect((await stranger.call(payByLink, OPEN, { linkToken })).body).toMatchObject({
    data: { status: 'paid' },
  })
  expect(await statusOf(one)).toBe('active')
  expect((await stranger.open(pages.pay, { linkToken })).text).toContain('There is nothing to pay for')
  expect(await stranger.call(payByLink, OPEN, { linkToken: 'unknown' })).toMatchObject({ status: 404 })
  harness.clock.advance(15 * DAY)
  expect((await stranger.open(pages.pay, { linkToken })).text).toContain('no longer valid')
})

test('a bill is a page and a PDF for its owner, whatever happens to the account, and for nobody else', async () => {
  const one = await pastDue()
  const number = await newestInvoice(one)
  const browser = await openBrowser(harness, one.email)
  const page = await browser.open(pages.bill, { number })
  expect(page.text).toContain(`Bill ${number}`)
  expect(page.text).toContain('The same as the month before.')
  const pdf = `${pages.bill}bill.pdf`
  const pdfDocument = await browser.open(pdf, { number })
  expect(pdfDocument.headers).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': 'no-store',
  })
  expect(pdfDocument.text.startsWith('%PDF-')).toBe(true)
  const other = await openBrowser(harness, (await subscribe(harness)).email)
  const stranger = await openBrowser(harness)
  for (const address of [pages.bill, pdf]) {
    expect((await other.open(address, { number })).status).toBe(404)
    expect([302, 401]).toContain((await stranger.open(address, { number })).status)
  }
  harness.clock.advance(8 * DAY)
  await renewDue(harness)
  harness.clock.advance(2 * DAY)
  await renewDue(harness)
  expect(await statusOf(one)).toBe('expired')
  const later = await openBrowser(harness, one.email)
  expect((await later.open(pages.bill, { number })).text).toContain('Not collected')
  expect((await later.open(pages.billing)).text).toContain(number)
  expect((await later.open(pages.account)).headers.location).toBe(pages.reactivate)
  expect(await later.call(payOpen, OPEN)).toMatchObject({ status: 400, body: { outdated: true } })
})

test('the page confirms a payment or saved card only while that is current', async () => {
  const one = await pastDue()
  const browser = await openBrowser(harness, one.email)
  await browser.call(updateCard, card(DECLINED_AT_RENEWAL))
  const paid = `${pages.billing}?paid=${await newestInvoice(one)}`
  const saved = `${pages.billing}?saved=card`
  expect((await browser.open(paid)).text).toContain('You paid $149.00.')
  await browser.call(updateCard, cardForm(DECLINED_AT_RENEWAL))
  expect((await browser.open(pages.billing)).text).not.toContain('Your new card is on file.')
  expect((await browser.open(saved)).text).toContain('Your new card is on file.')
  harness.clock.advance(11 * MINUTE)
  expect((await browser.open(saved)).text).not.toContain('Your new card is on file.')
  harness.clock.set('2027-01-15T06:00:00Z')
  await renewDue(harness)
  expect(await statusOf(one)).toBe('past_due')
  const { text } = await (await openBrowser(harness, one.email)).open(paid)
  expect(text).toContain('Your service has been paused since')
  expect(text).not.toContain('You paid')
})

test('the phone app, and sign-ins from it, get the page for phones', async () => {
  const { email } = await subscribe(harness)
  const browser = await openBrowser(harness, email)
  expect((await browser.open(pages.billing)).text).toContain('<h1>Billing and receipts</h1>')
  expect((await browser.open(`${pages.billing}?mr=1`)).text).toContain('<h1>Manage your payment</h1>')
  const { cookies } = await send(harness, signIn, { email, password: 'password1', mobile_retry: '1' })
  const headers = { cookie: `session=${cookies.session}` }
  const fromApp = await harness.app.inject({ url: pages.billing, headers })
  expect(fromApp.body).toContain('<h1>Manage your payment</h1>')
})
