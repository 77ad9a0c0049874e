import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CURRENCY, CURRENCY_NOTE } from '#contract/catalogue/money.ts'
import { pages } from '#contract/pages.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { sql } from '#server/platform/db/sql.ts'
import { isRefused } from '#server/platform/refusal.ts'
import { DAY } from '#server/ports/clock.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { giveMoneyBack } from '#server/test-kit/money-back.ts'
import { signedInAs } from '#server/test-kit/signed-in.ts'
import { DECLINED_AT_RENEWAL, subscribe } from '#server/test-kit/subscriptions.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

test('bills and credit notes name their currency, as pages and as PDF', async () => {
  const { db, clock } = harness
  const one = await subscribe(harness)
  clock.set('2026-12-15T06:00:00Z')
  await renewDue(harness)
  clock.advance(3 * DAY)
  const { bill } = await db.one<{ bill: string }>(
    sql`select number as bill from invoices where account_id = ${one.accountId} and charge_id is not null`,
  )
  const why = { reason: 'goodwill', words: 'The lines were down', actor: 'operator:tests' } as const
  const howMuch = { kind: 'amount', cents: 500 } as const
  const given = await giveMoneyBack(harness, { key: 'given', bill, howMuch, way: 'credit', ...why })
  if (isRefused(given)) throw new Error('Nothing was given back')
  const { note } = await db.one<{ note: string }>(sql`select number as note from credit_notes`)

  const browser = await openBrowser(harness, one.email)
  expect((await browser.open(pages.bill, { number: bill })).text).toContain(CURRENCY)
  expect((await browser.open(pages['credit-note'], { number: note })).text).toContain(CURRENCY)
  const { cookies } = await signedInAs(harness, { email: one.email })
  const readPdf = async (url: string) => {
    const headers = { cookie: `session=${cookies.session ?? ''}` }
    const { rawPayload } = await harness.app.inject({ url, headers })
    return (await extractText(await getDocumentProxy(new Uint8Array(rawPayload)))).text.join(' ')
  }
  expect(await readPdf(fillPath(`${pages.bill}bill.pdf`, { number: bill }))).toContain(CURRENCY)
  expect(await readPdf(fillPath(`${pages['credit-note']}credit-note.pdf`, { number: note }))).toContain(
    CURRENCY,
  )
})

test('a mail with an amount names the currency; any other does not', async () => {
  const { db, clock } = harness
  clock.set('2026-11-15T15:00:00Z')
  const one = await subscribe(harness, { number: DECLINED_AT_RENEWAL })
  await db.run(sql`update accounts set company = '$99 Homes' where id = ${one.accountId}`)
  for (const at of ['12-15', '12-16', '12-18', '12-20', '12-21', '12-22']) {
    clock.set(`2026-${at}T06:00:09Z`)
    await renewDue(harness)
  }
  const mails = await db.many<{ purpose: string; subject: string; plain: string; html: string }>(
    sql`select purpose, subject, plain, html from mails where recipient = ${one.email}`,
  )
  expect(mails.map(({ purpose }) => purpose)).toEqual(
    expect.arrayContaining(['payment-failed', 'last-day', 'expired']),
  )
  for (const { purpose, plain, html } of mails) {
    expect(plain.includes(CURRENCY_NOTE), purpose).toBe(purpose !== 'expired')
    expect(html.includes(CURRENCY_NOTE), purpose).toBe(purpose !== 'expired')
  }
})
