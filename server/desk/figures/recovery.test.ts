import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RecoveryFigure } from '#contract/billing/figure-names.ts'
import { type FigureAccountsValues, figuresFile } from '#contract/desk/figures.ts'
import { payOpen } from '#contract/features/billing.ts'
import { applyUpdate } from '#server/billing/card-reports/apply-update.ts'
import { sql } from '#server/platform/db/sql.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { openDesk, type TestDesk } from '#server/test-kit/desk.ts'
import { addUp, figuresOf, renewAt, withBooksChecked } from '#server/test-kit/figures.ts'
import type { Harness } from '#server/test-kit/harness.ts'
import { OPEN } from '#server/test-kit/past-due.ts'
import {
  addBackupCard,
  DECLINED_AT_RENEWAL,
  type Subscribed,
  subscribe,
} from '#server/test-kit/subscriptions.ts'

const SHORT = '4000000000000358'
const CLOSED = '4000000000000366'
const december = '2026-12-01'
const one = { entries: 1, cents: 14_900 }
const four = { entries: 4, cents: 4 * 14_900 }

let harness: Harness
let desk: TestDesk
withBooksChecked((opened) => {
  harness = opened
})
beforeEach(async () => {
  desk = await openDesk(harness)
})
afterEach(() => desk.close())

/** Its bank gives the card a later date, and pays from then on. */
async function renewCard({ accountId }: Subscribed): Promise<void> {
  const { db } = harness
  const { token } = await db.one<{ token: string }>(
    sql`select gateway_token as token from cards where account_id = ${accountId} and replaced_at is null`,
  )
  const { id } = await db.one<{ id: number }>(sql`
    insert into card_reports (gateway, reported_on, link_digest, link, received_at)
    values ('sandbox', '2026-12-16', 'digest', 'link', now()) returning id`)
  await db.run(sql`update sandbox_cards set behaviour = 'approved' where token = ${token}`)
  const update = { token, on: '2026-12-16', kind: 'date', expires: { month: 6, year: 2041 } } as const
  await applyUpdate(harness, { id, gateway: 'sandbox', row: 1 }, update)
}

/** Two closed cards, one of them with a backup; one card without a reason; one without money. */
async function refuseFour(): Promise<{ withBackup: Subscribed }> {
  const withBackup = await subscribe(harness, { number: CLOSED })
  await addBackupCard(harness, withBackup)
  await subscribe(harness, { number: CLOSED })
  const updated = await subscribe(harness, { number: DECLINED_AT_RENEWAL })
  const byHand = await subscribe(harness, { number: SHORT })
  await renewAt(harness, '2026-12-15T06:00:00Z')
  await renewCard(updated)
  await (await openBrowser(harness, byHand.email)).call(payOpen, OPEN)
  await renewAt(harness, '2026-12-16T06:00:00Z')
  return { withBackup }
}

test('refused renewals are counted by the way they were paid, and by the bank’s first reason', async () => {
  await refuseFour()
  const { sums, refusals } = await figuresOf(harness, '2026-12')
  const ways = { refused: four, backup: one, updated: one, 'by-customer': one, undecided: one }
  expect(sums).toMatchObject(ways)
  expect(sums['retry-1']).toBeUndefined()
  expect(refusals).toEqual([
    {
      reason: 'closed',
      words: 'account closed',
      sums: { refused: { entries: 2, cents: 29_800 }, backup: one, undecided: one },
    },
    { reason: 'declined', words: 'declined, no reason given', sums: { refused: one, updated: one } },
    { reason: 'insufficient-funds', words: 'insufficient funds', sums: { refused: one, 'by-customer': one } },
  ])
  for (const { reason, sums } of refusals)
    for (const [figure, sum] of Object.entries(sums))
      expect([reason, figure, await addUp(harness, figure as RecoveryFigure, december, reason)]).toEqual([
        reason,
        figure,
        sum,
      ])
})

test('a refusal of the backup card is not counted as a retry of the first one', async () => {
  const account = await subscribe(harness, { number: DECLINED_AT_RENEWAL })
  await addBackupCard(harness, account, { number: DECLINED_AT_RENEWAL, expires: [11, 2039] })
  for (const day of ['15', '16']) await renewAt(harness, `2026-12-${day}T06:00:00Z`)
  await harness.db.run(sql`update sandbox_cards set behaviour = 'approved'`)
  await renewAt(harness, '2026-12-18T06:00:00Z')
  expect((await figuresOf(harness, '2026-12')).sums).toMatchObject({
    refused: one,
    'retry-2': one,
    charged: one,
  })
})

test('a number by reason opens its renewals, and the CSV names it apart from the totals', async () => {
  const { withBackup } = await refuseFour()
  await figuresOf(harness, '2026-12')
  const reader = await desk.as('reader')
  const opened = await reader.get('/desk/figures/backup/?month=2026-12&part=closed')
  const { partWords, sum, entries } = opened.values as unknown as FigureAccountsValues
  expect({ partWords, sum }).toEqual({ partWords: 'account closed', sum: one })
  expect(entries.map(({ account, words }) => [account?.pin, words])).toEqual([
    [withBackup.pin, expect.stringMatching(/^Bill R-\d+ · account closed · paid with the backup card$/)],
  ])
  expect((await reader.get(figuresFile)).html.split('\r\n')).toEqual(
    expect.arrayContaining([
      '2026-12,no,refused,,4,596.00',
      '2026-12,no,refused-by-reason,account closed,2,298.00',
      '2026-12,no,backup-by-reason,account closed,1,149.00',
    ]),
  )
})

test('a month that was closed before reasons were recorded gets them', async () => {
  await refuseFour()
  for (const day of ['21', '22']) await renewAt(harness, `2026-12-${day}T06:00:00Z`)
  harness.clock.set('2027-01-02T15:00:00Z')
  const { isClosed, refusals, sums } = await figuresOf(harness, '2026-12')
  expect({ isClosed, never: sums.never, reasons: refusals.length }).toEqual({
    isClosed: true,
    never: one,
    reasons: 3,
  })
  await harness.db.run(sql`
    delete from figure_sums where month = ${december} and part <> '' and figure <> 'reason'`)
  expect((await figuresOf(harness, '2026-12')).refusals).toEqual(refusals)
})

test('a card that its bank has closed before the month counts under that reason', async () => {
  const { accountId } = await subscribe(harness)
  await harness.db.run(sql`
    update cards set refused_because = 'closed', refused_at = now() where account_id = ${accountId}`)
  await renewAt(harness, '2026-12-15T06:00:00Z')
  expect((await figuresOf(harness, '2026-12')).refusals).toMatchObject([
    { reason: 'closed', sums: { refused: one } },
  ])
})
