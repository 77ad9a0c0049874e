import { afterEach, beforeEach, expect, test } from 'vitest'
import { figureNames } from '#contract/billing/figure-names.ts'
import { operatorRoles } from '#contract/desk/desk-roles.ts'
import {
  type FigureAccountsValues,
  type FiguresValues,
  figureAccountsFile,
  figuresFile,
} from '#contract/desk/figures.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { tidy } from '#server/features/background/tidying/tidy.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY } from '#server/ports/clock.ts'
import { byOperator } from '#server/test-kit/by-operator.ts'
import { openDesk, type TestDesk } from '#server/test-kit/desk.ts'
import { renewedAccount } from '#server/test-kit/disputes.ts'
import { sumAll } from '#server/test-kit/figures.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { type Subscribed, subscribe } from '#server/test-kit/subscriptions.ts'

let harness: Harness
let desk: TestDesk
beforeEach(async () => {
  harness = await openHarness({ now: '2026-11-15T15:00:00Z' })
  desk = await openDesk(harness)
})
afterEach(async () => {
  await desk.close()
  await harness.close()
})

const fileOf = (figure: string, query: string) => `${fillPath(figureAccountsFile, { figure })}?${query}`
const nameAccount = ({ accountId }: Subscribed, company: string) =>
  harness.db.run(sql`update accounts set company = ${company} where id = ${accountId}`)

test('every role opens the figures and the rows behind every number', async () => {
  await renewedAccount(harness, { plan: { triple: 1, lead: 2 } })
  await sumAll(harness)
  for (const role of operatorRoles) {
    const operator = await desk.as(role)
    const page = await operator.get('/desk/figures/')
    expect(page.status).toBe(200)
    expect((page.values as unknown as FiguresValues).months.map(({ month }) => month)).toEqual([
      '2026-11-01',
      '2026-12-01',
    ])
    expect(page.html).toContain('href="/desk/figures/closing/?month=2026-12"')
    for (const figure of figureNames) {
      const { status } = await operator.get(`/desk/figures/${figure}/?month=2026-12`)
      expect([figure, status]).toEqual([figure, 200])
    }
  }
})

test('a section without counts says so', async () => {
  await renewedAccount(harness)
  await sumAll(harness)
  const { html: sent } = await (await desk.as('reader')).get('/desk/figures/?month=2026-12')
  const html = sent.replaceAll('<!-- -->', '')
  expect(html).toContain('Nobody took a step of a sign-up in December 2026.')
  expect(html).toContain('No account left in these months.')
  expect(html).toContain('No renewal was refused in these months.')
})

test('nobody reads them without signing in', async () => {
  for (const url of [
    '/desk/figures/',
    '/desk/figures/new/?month=2026-11',
    figuresFile,
    fileOf('new', 'month=2026-11'),
  ]) {
    const { statusCode, headers } = await desk.app.inject({ url })
    expect(statusCode).toBe(302)
    expect(headers.location).toContain('/desk/sign-in/')
  }
})

test('the rows of a number are paged by fifty and add up to it', async () => {
  for (let count = 0; count < 53; count += 1) await subscribe(harness)
  await sumAll(harness)
  const reader = await desk.as('reader')
  const get = async (path: string) => (await reader.get(path)).values as unknown as FigureAccountsValues
  const first = await get('/desk/figures/new/?month=2026-11')
  expect(first).toMatchObject({ sum: { entries: 53, cents: 53 * 14_900 }, next: expect.any(String) })
  const second = await get(`/desk/figures/new/?month=2026-11&after=${first.next}`)
  expect(second.next).toBeNull()
  const all = [...first.entries, ...second.entries]
  expect(all.map(({ cents }) => cents).reduce((sum, cents) => sum + cents)).toBe(first.sum.cents)
  expect(new Set(all.map(({ account }) => account?.pin)).size).toBe(53)
})

test('an unknown figure or month is not found, whatever was typed', async () => {
  await subscribe(harness)
  await sumAll(harness)
  const reader = await desk.as('reader')
  for (const path of [
    '/desk/figures/nonsense/?month=2026-11',
    '/desk/figures/new/',
    '/desk/figures/new/?month=2026-13',
    '/desk/figures/new/?month=2019-01',
    '/desk/figures/new/?month=0000-01',
    "/desk/figures/new/?month=2026-11'--",
    fileOf('nonsense', 'month=2026-11'),
    fileOf('new', 'month=x'),
    fileOf('new', 'month=0000-12'),
  ])
    expect([path, (await reader.get(path)).status]).toEqual([path, 404])
  for (const after of [
    'x',
    '-1',
    '9'.repeat(30),
    '2026-11-01T00:00:00.000Z~1',
    '0.0.0',
    '9999999999999999.99.999999999999999',
  ])
    for (const figure of ['new', 'charged', 'closing', 'refused', 'email'])
      expect((await reader.get(`/desk/figures/${figure}/?month=2026-11&after=${after}`)).status).toBe(200)
})

test('a sum outlives the sign-up steps that it counts, and its page says so', async () => {
  await harness.db.run(sql`
    insert into sign_up_steps (step, visitor_hash, month, at)
    values ('email', 'visitor', '2026-11-01', ${harness.clock.now()})`)
  await sumAll(harness)
  const path = '/desk/figures/email/?month=2026-11'
  expect((await (await desk.as('reader')).get(path)).html).toContain('No details left')
  harness.clock.advance(431 * DAY)
  await tidy(harness)
  const { html } = await (await desk.as('reader')).get(path)
  expect(html).toContain('1 visitor')
  expect(html).toContain('What was counted is no longer stored.')
})

test('the CSV has a line per figure, and text in it never runs as a formula', async () => {
  const one = await renewedAccount(harness)
  await nameAccount(one, '=HYPERLINK("http://example.com")')
  await byOperator.refund(harness, one.bill, 'card', 1_250)
  await sumAll(harness)
  const reader = await desk.as('reader')
  const sums = await reader.get(figuresFile)
  expect(sums.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="figures.csv"',
    'cache-control': 'no-store',
  })
  expect(sums.html.split('\r\n')).toEqual(
    expect.arrayContaining([
      'month,closed,figure,reason,entries,dollars',
      '2026-12,no,closing,,1,149.00',
      '2026-12,no,charged,,1,149.00',
      '2026-12,no,refunded,,1,12.50',
      '2026-12,no,lost,,0,0.00',
      '2026-12,no,email,,0,',
    ]),
  )
  const { html } = await reader.get(fileOf('refunded', 'month=2026-12'))
  expect(html).toContain(`${one.pin},"'=HYPERLINK(""http://example.com"")",`)
  expect(html).toContain(`12.50,Credit note N-100001 for bill ${one.bill}`)
  await reader.get(fileOf('reason', `month=2026-12&part=${encodeURIComponent('It costs too much')}`))
  const noted = await harness.db.many(
    sql`select details from audit where action = 'list-downloaded' order by id`,
  )
  const list = 'figure'
  expect(noted).toEqual([
    { details: { list: 'figures' } },
    { details: { list, figure: 'refunded', month: '2026-12' } },
    { details: { list, figure: 'reason', month: '2026-12', part: 'It costs too much' } },
  ])
})

test('a figure with several pages of rows is downloaded in full', async () => {
  await harness.db.run(sql`
    insert into accounts (pin, company, status, status_since, created_at)
    select lpad(n::text, 6, '0'), 'Company ' || n, 'active', now(), now() from generate_series(1, 2100) n`)
  await harness.db.run(sql`
    insert into revenue_movements (account_id, month, at, kind, cents, after_cents)
    select id, '2026-11-01', '2026-11-10T12:00:00Z', 'new', 100, 100 from accounts`)
  await sumAll(harness)
  const { html } = await (await desk.as('reader')).get(fileOf('new', 'month=2026-11'))
  const lines = html.trimEnd().split('\r\n')
  expect(lines).toHaveLength(2101)
  expect(new Set(lines).size).toBe(2101)
})
