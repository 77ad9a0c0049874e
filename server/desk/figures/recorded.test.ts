import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FigureName, monthlyFigures, recordedFigures } from '#contract/billing/figure-names.ts'
import { figureAccountsFile, figuresFile } from '#contract/desk/figures/files.ts'
import type { FiguresValues } from '#contract/desk/figures/values.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { sql } from '#server/platform/db/sql.ts'
import { openDesk, type TestDesk, type TestOperator } from '#server/test-kit/desk.ts'
import { renewedAccount } from '#server/test-kit/disputes.ts'
import { sumAll, withBooksChecked } from '#server/test-kit/figures.ts'
import type { Harness } from '#server/test-kit/harness.ts'
import { operatorOf } from '#server/test-kit/operator.ts'

const NOT_BEFORE = 'Not recorded before January 2027.'

let harness: Harness
withBooksChecked((opened) => {
  harness = opened
})
let desk: TestDesk
let reader: TestOperator
/** An account that paid in December and got a part of it back; recording begins with the release of January. */
beforeEach(async () => {
  const one = await renewedAccount(harness)
  await operatorOf(harness).run(
    ...['bill', 'refund', one.bill, '--to', 'card', '--amount', '12.50'],
    ...['--reason', 'other', '--words', 'A week without service'],
  )
  harness.clock.set('2027-01-10T15:00:00Z')
  const { db, clock } = harness
  await db.run(sql`delete from account_revenue`)
  await db.run(sql`delete from revenue_movements where after_cents is not null`)
  await db.run(sql`update figure_state set recorded_since = ${clock.now()}`)
  await db.run(sql`select open_revenue(${clock.now()})`)
  await sumAll(harness)
  desk = await openDesk(harness)
  reader = await desk.as('reader')
})
afterEach(() => desk.close())

const isRecorded = (figure: FigureName) => (recordedFigures as readonly FigureName[]).includes(figure)

test('as CSV, what was never recorded has empty numbers and says so; what the books know, and a true zero, have theirs', async () => {
  const lines = (await reader.get(figuresFile)).html.split('\r\n')
  expect(lines).toEqual(
    expect.arrayContaining([
      'month,closed,figure,reason,entries,dollars,recorded',
      '2026-12,yes,opening,,,,no',
      '2026-12,yes,closing,,,,no',
      '2026-12,yes,canceled,,,,no',
      '2026-12,yes,email,,,,no',
      '2026-12,yes,reason,,,,no',
      '2026-12,yes,charged,,1,149.00,yes',
      '2026-12,yes,refunded,,1,12.50,yes',
      '2026-12,yes,refused,,0,0.00,yes',
      '2027-01,no,opening,,1,149.00,yes',
      '2027-01,no,lost,,0,0.00,yes',
      '2027-01,no,email,,0,,yes',
    ]),
  )
  const december = lines.filter((line) => line.startsWith('2026-12,'))
  expect(december.map((line) => line.split(',')[2])).toEqual([...monthlyFigures])
})

test('a figure that was not recorded in a month says since when it is, and has no file; the others are listed', async () => {
  for (const figure of monthlyFigures) {
    const page = await reader.get(`/desk/figures/${figure}/?month=2026-12`)
    const file = await reader.get(`${fillPath(figureAccountsFile, { figure })}?month=2026-12`)
    expect([figure, page.status, page.html.includes(NOT_BEFORE), file.status]).toEqual([
      figure,
      200,
      isRecorded(figure),
      isRecorded(figure) ? 404 : 200,
    ])
    expect(file.html.includes(NOT_BEFORE)).toBe(isRecorded(figure))
  }
  const { html } = await reader.get('/desk/figures/lost/?month=2027-01')
  expect(html).toContain('Nothing was counted.')
})

test('the page shows no number for what was not recorded, and offers only months that were', async () => {
  const { html: sent, values } = await reader.get('/desk/figures/?month=2026-12')
  const html = sent.replaceAll('<!-- -->', '')
  const [december] = (values as unknown as FiguresValues).months
  expect(Object.keys(december?.sums ?? {}).filter((figure) => isRecorded(figure as FigureName))).toEqual([])
  expect(december?.sums).toMatchObject({ charged: { cents: 14_900 }, refunded: { cents: 1_250 } })
  // Recurring revenue, churn, sign-ups.
  expect(html.split(NOT_BEFORE)).toHaveLength(4)
  expect(html).not.toContain('<option value="2026-12"')
  expect(html).toContain('Sign-ups, January 2027')
  expect(html).toContain('Nobody took a step of a sign-up in January 2027.')
  expect(html).toContain('No account left in these months.')
  expect(html).toContain('No renewal was refused in these months.')
  expect(html).toContain('<figcaption>Recurring revenue at the end of each month, January 2027</figcaption>')
})
