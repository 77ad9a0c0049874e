import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BillingValues } from '#contract/features/billing.ts'
import type { OverviewValues } from '#contract/features/overview.ts'
import { pages } from '#contract/pages.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import { sql } from '#server/platform/db/sql.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { valuesIn } from '#server/test-kit/signed-in.ts'
import { subscribe } from '#server/test-kit/subscriptions.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

test('many bills are paged, newest first, without repeats or gaps', async () => {
  const one = await subscribe(harness)
  await harness.db.run(sql`
    insert into invoices (account_id, total_cents, issued_at, paid_at, billed_to)
    select ${one.accountId}::bigint, n, ${harness.clock.now()}, ${harness.clock.now()}, billed_to(${one.accountId}) from generate_series(1, 260) n`)
  const browser = await openBrowser(harness, one.email)
  const valuesOf = async (path: string) =>
    valuesIn((await browser.open(path)).text) as unknown as BillingValues
  const first = await valuesOf(pages.billing)
  expect(first.bills.map(({ totalCents }) => totalCents)).toEqual(
    Array.from({ length: 120 }, (_, at) => 260 - at),
  )
  const numbers = first.bills.map(({ number }) => number)
  for (let { older } = first; older !== null; ) {
    const page = await valuesOf(`${pages.billing}${older}`)
    numbers.push(...page.bills.map(({ number }) => number))
    older = page.older
  }
  expect(numbers).toHaveLength(261)
  expect(new Set(numbers).size).toBe(261)
  expect((await browser.open(pages.billing)).text).toContain(`href="${first.older}"`)
  expect((await valuesOf(`${pages.billing}?before=R-1`)).bills).toEqual(first.bills)
  const { ofPayer } = valuesIn((await browser.open(pages.account)).text) as unknown as OverviewValues
  expect(ofPayer?.bills).toEqual(first.bills.slice(0, 3))
})

test('many refunds are shown with the newest bills, and each with its own bill', async () => {
  const one = await subscribe(harness)
  await harness.db.run(sql`
    with bills as (
      insert into invoices (account_id, total_cents, issued_at, paid_at, billed_to)
      select ${one.accountId}::bigint, 500, ${harness.clock.now()}, ${harness.clock.now()}, billed_to(${one.accountId}) from generate_series(1, 260) returning id
    )
    insert into credit_notes (key, body_digest, number, account_id, invoice_id, way, total_cents, lines, reason, words, asked_by,
      state, created_at, settled_at)
    select 'key-' || id, '', 'C-' || id, ${one.accountId}::bigint, id, 'card', 100, '[]', 'goodwill', '', 'operator:ann', 'issued',
      ${harness.clock.now()}, ${harness.clock.now()} from bills`)
  const browser = await openBrowser(harness, one.email)
  const valuesOf = async (path: string) =>
    valuesIn((await browser.open(path)).text) as unknown as BillingValues
  const billsOf = ({ notes }: BillingValues) => notes.map(({ bill }) => bill)
  const shown = ({ bills }: BillingValues) => bills.map(({ number }) => number)
  const first = await valuesOf(pages.billing)
  expect(billsOf(first)).toEqual(shown(first))
  const second = await valuesOf(`${pages.billing}${first.older}`)
  expect(billsOf(second)).toEqual(shown(second))
  const [number = ''] = shown(second)
  const { notes } = await valuesOf(fillPath(pages.bill, { number }))
  expect(notes).toMatchObject([{ bill: number }])
})
