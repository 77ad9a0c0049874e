import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { pages } from '#contract/pages.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { signedInAs } from '#server/test-kit/signed-in.ts'
import { type Subscribed, subscribe } from '#server/test-kit/subscriptions.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())
beforeEach(() => harness.clock.set('2026-11-15T15:00:00Z'))

type Owned = Pick<Subscribed, 'accountId' | 'email'>

async function fetchPdf({ accountId, email }: Owned): Promise<Uint8Array> {
  const { number } = await harness.db.one<{ number: string }>(
    sql`select number from invoices where account_id = ${accountId} order by id desc limit 1`,
  )
  const { cookies } = await signedInAs(harness, { email })
  const { rawPayload } = await harness.app.inject({
    url: fillPath(`${pages.bill}bill.pdf`, { number }),
    headers: { cookie: `session=${cookies.session ?? ''}` },
  })
  return new Uint8Array(rawPayload)
}

/** Text of each page of the account's newest invoice, as a PDF reader extracts it. */
async function readPdf(owned: Owned): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(await fetchPdf(owned)))
  return text.map((sheet) => sheet.replace(/\s+/g, ' '))
}

/** Start and end of each text item on the first page. */
async function placesIn(pdf: Uint8Array) {
  const sheet = await (await getDocumentProxy(pdf)).getPage(1)
  const { items } = await sheet.getTextContent()
  const places = items.flatMap((item) =>
    'str' in item && item.str.trim()
      ? [{ text: item.str, from: item.transform[4] as number, to: item.transform[4] + item.width }]
      : [],
  )
  return { places, width: sheet.getViewport({ scale: 1 }).width }
}

async function billedTo(company: string, lines = 0): Promise<Subscribed> {
  const one = await subscribe(harness)
  await harness.db.run(sql`
    update accounts set company = ${company} where id = ${one.accountId}`)
  await harness.db.run(sql`
    update invoices set billed_to = billed_to(account_id) where account_id = ${one.accountId}`)
  await addLines(one, 1, lines)
  return one
}

async function addLines({ accountId }: Owned, first: number, last: number): Promise<void> {
  await harness.db.run(sql`
    insert into invoice_lines (invoice_id, position, kind, label, quantity, unit_price_cents, amount_cents)
    select i.id, 100 + n, 'credit', 'Credit for number ' || n, 2, 1250, -2500
    from invoices i, generate_series(${first}::int, ${last}::int) n where i.account_id = ${accountId}`)
}

test('names in Latin, Greek and Cyrillic letters print as written', async () => {
  const names = 'Żółć Nguyễn Ελληνικά Кириллица Straße'
  const [sheet = ''] = await readPdf(await billedTo(names))
  expect(sheet).toContain(names)
})

test('for scripts missing from the font, the PDF says so and where to read them', async () => {
  const [sheet = ''] = await readPdf(await billedTo('株式会社 Homes שלום'))
  expect(sheet).toContain('… Homes …')
  expect(sheet).toMatch(/Some characters cannot be printed here \(…\)\..*\/account\/billing\/bills\/R-\d+\//s)
  const [another = ''] = await readPdf(await billedTo('株式会社'))
  expect(another).toContain('(cannot be printed here)')
  const [whole = ''] = await readPdf(await billedTo('Cafe\u0301 \u202eHomes'))
  expect(whole).toContain('Café Homes')
  expect(whole).not.toContain('cannot be printed')
})

test('unit prices, quantities and credits fill as many pages as they need', async () => {
  const sheets = await readPdf(await billedTo('North Shore Realty', 40))
  expect(sheets).toHaveLength(2)
  const words = sheets.join('\n')
  expect(words).toContain('Triple line dialer 1 $139.00 $139.00')
  for (let place = 1; place <= 40; place += 1)
    expect(words).toContain(`Credit for number ${place} 2 $12.50 −$25.00`)
  for (const [place, sheet] of sheets.entries()) {
    expect(sheet).toContain('Item Quantity Unit price Amount')
    expect(sheet).toMatch(new RegExp(`Receipt R-\\d+, page ${place + 1} of 2`))
  }
})

test('refunds and credit are listed below the total', async () => {
  const one = await billedTo('North Shore Realty')
  expect((await readPdf(one)).join()).not.toMatch(/Refunded|Given as credit/)
  await harness.db.run(sql`
    update invoices set refunded_cents = 500, credited_cents = 1250 where account_id = ${one.accountId}`)
  expect((await readPdf(one)).join()).toContain(
    'Total in US dollars $149.00 Refunded −$5.00 Given as credit −$12.50',
  )
})

test('the total is never on a page without a line of the bill', async () => {
  const one = await billedTo('North Shore Realty', 11)
  // The first page is full at one of these.
  for (let count = 12; count <= 22; count += 1) {
    await addLines(one, count, count)
    const sheets = await readPdf(one)
    const last = sheets.at(-1) ?? ''
    expect(last, `${count} lines`).toMatch(/Item Quantity .*Credit for number .*Total .*Billed monthly/)
    expect(sheets.filter((sheet) => sheet.includes('Total in US dollars $'))).toEqual([last])
  }
})

test('the longest names fit on the page, with and without spaces', async () => {
  for (const company of ['W'.repeat(255), 'Northshore '.repeat(23)]) {
    const { accountId, email } = await billedTo(company)
    const { places, width } = await placesIn(await fetchPdf({ accountId, email }))
    expect(places.length).toBeGreaterThan(10)
    for (const { from, to, text } of places) {
      expect(from, text).toBeGreaterThanOrEqual(55)
      expect(to, text).toBeLessThanOrEqual(width - 55)
    }
  }
})
