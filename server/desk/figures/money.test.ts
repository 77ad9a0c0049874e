// On PostgreSQL: two of its requests race.

import { expect, test } from 'vitest'
import { payOpen } from '#contract/features/billing.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { sumFigures } from '#server/features/background/figures/sum-figures.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY, HOUR } from '#server/ports/clock.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { byOperator } from '#server/test-kit/by-operator.ts'
import { lastCharge, renewedAccount } from '#server/test-kit/disputes.ts'
import { addUp, figuresOf, renewAt, sumsOf, withBooksChecked } from '#server/test-kit/figures.ts'
import type { Harness } from '#server/test-kit/harness.ts'
import { postDispute } from '#server/test-kit/notices.ts'
import { OPEN } from '#server/test-kit/past-due.ts'
import { DECLINED_AT_RENEWAL, type Subscribed, subscribe } from '#server/test-kit/subscriptions.ts'

let harness: Harness
withBooksChecked((opened) => {
  harness = opened
})

const refund = (bill: string, way: 'card' | 'credit', cents: number) =>
  byOperator.refund(harness, bill, way, cents)

test('a refund of an older bill belongs to the month of the refund', async () => {
  const one = await renewedAccount(harness)
  expect(await sumsOf(harness, '2026-12')).toMatchObject({ charged: { entries: 1, cents: 14_900 } })
  harness.clock.set('2027-02-03T15:00:00Z')
  await refund(one.bill, 'card', 4_900)
  await refund(one.bill, 'credit', 1_000)
  expect(await sumsOf(harness, '2027-02')).toMatchObject({
    refunded: { entries: 1, cents: 4_900 },
    credited: { entries: 1, cents: 1_000 },
    closing: { entries: 1, cents: 14_900 },
  })
  expect((await sumsOf(harness, '2026-12')).refunded).toBeUndefined()
})

test('a lost dispute is lost revenue and money; won later, both return in that month', async () => {
  const one = await renewedAccount(harness)
  await postDispute(harness, 'opened', { ...one, dispute: 'd-1' })
  expect(await sumsOf(harness, '2026-12')).toMatchObject({
    closed: { entries: 1, cents: -14_900 },
    closing: { entries: 0, cents: 0 },
  })
  harness.clock.set('2027-01-10T15:00:00Z')
  await postDispute(harness, 'lost', { ...one, dispute: 'd-1', amount: 14_900 })
  expect((await sumsOf(harness, '2027-01')).disputed).toEqual({ entries: 1, cents: 14_900 })
  harness.clock.set('2027-02-10T15:00:00Z')
  await postDispute(harness, 'won', { ...one, dispute: 'd-1', amount: 14_900 })
  expect(await sumsOf(harness, '2027-02')).toMatchObject({
    disputed: { entries: 1, cents: -14_900 },
    returned: { entries: 1, cents: 14_900 },
  })
  expect((await sumsOf(harness, '2027-01')).disputed).toEqual({ entries: 1, cents: 14_900 })
})

test('refused renewals are counted by the retry that paid, by the customer, or never', async () => {
  const renewing = () => subscribe(harness, { number: DECLINED_AT_RENEWAL })
  const [first, third, byHand, waived] = [
    await renewing(),
    await renewing(),
    await renewing(),
    await renewing(),
  ]
  await renewing()
  await renewAt(harness, '2026-12-15T06:00:00Z')
  expect(await sumsOf(harness, '2026-12')).toMatchObject({
    refused: { entries: 5, cents: 5 * 14_900 },
    undecided: { entries: 5, cents: 5 * 14_900 },
  })
  await byOperator.waive(harness, waived)
  await approve(first)
  await renewAt(harness, '2026-12-16T07:00:00Z')
  await (await openBrowser(harness, byHand.email)).call(payOpen, OPEN)
  await renewAt(harness, '2026-12-18T07:00:00Z')
  await approve(third)
  for (const day of ['20', '21', '22', '23']) await renewAt(harness, `2026-12-${day}T07:00:00Z`)
  expect(await sumsOf(harness, '2026-12')).toMatchObject({
    refused: { entries: 5 },
    'retry-1': { entries: 1, cents: 14_900 },
    'retry-3': { entries: 1, cents: 14_900 },
    'by-customer': { entries: 1, cents: 14_900 },
    waived: { entries: 1, cents: 14_900 },
    never: { entries: 1, cents: 14_900 },
  })
})

test('a refusal on the last day of a month is followed in that month after it is closed', async () => {
  harness.clock.set('2026-11-30T15:00:00Z')
  const one = await subscribe(harness, { number: DECLINED_AT_RENEWAL })
  await renewAt(harness, '2026-12-30T06:00:00Z')
  harness.clock.set('2027-01-02T15:00:00Z')
  expect(await figuresOf(harness, '2026-12')).toMatchObject({
    isClosed: true,
    sums: { undecided: { entries: 1 } },
  })
  await approve(one)
  await renewAt(harness, '2027-01-04T07:00:00Z')
  expect((await sumsOf(harness, '2026-12'))['retry-1']).toEqual({ entries: 1, cents: 14_900 })
  expect((await sumsOf(harness, '2026-12')).undecided).toBeUndefined()
  expect((await sumsOf(harness, '2027-01')).refused).toBeUndefined()
})

test('a closed month never changes: later records count in the open month', async () => {
  const one = await renewedAccount(harness)
  harness.clock.set('2027-01-01T06:30:00Z')
  const december = await figuresOf(harness, '2026-12')
  expect(december.isClosed).toBe(true)
  // A request of the last minute of December whose transaction took an hour.
  await harness.db.run(sql`
    select note_revenue(account_id, '2027-01-01T04:59:30Z') from subscriptions where account_id = ${one.accountId}`)
  await harness.db.transaction(async (tx) => {
    await tx.run(sql`
      update subscription_items set quantity = quantity + 1
      where subscription_id = ${one.subscriptionId} and item = 'lead'`)
    await tx.run(sql`select note_revenue(${one.accountId}, '2027-01-01T04:59:30Z')`)
  })
  expect(await figuresOf(harness, '2026-12')).toEqual(december)
  expect((await sumsOf(harness, '2027-01')).more).toEqual({ entries: 1, cents: 1_000 })
})

test('a month closes an hour after its end, and the current one is up to date within a minute', async () => {
  await subscribe(harness)
  harness.clock.set('2026-12-01T05:30:00Z')
  expect((await figuresOf(harness, '2026-11')).isClosed).toBe(false)
  harness.clock.set('2026-12-01T06:00:00Z')
  expect((await figuresOf(harness, '2026-11')).isClosed).toBe(true)
  await subscribe(harness)
  await sumFigures(harness)
  // Not summed yet, so not listed either.
  expect(await addUp(harness, 'new', '2026-12-01')).toEqual({ entries: 0, cents: 0 })
  expect((await sumsOf(harness, '2026-12')).new).toEqual({ entries: 1, cents: 14_900 })
})

test('concurrent instances, and one that was away for months, compute the same sums', async () => {
  const one = await renewedAccount(harness)
  await refund((await lastCharge(harness, one)).bill, 'card', 500)
  harness.clock.advance(70 * DAY)
  await renewDue(harness)
  harness.clock.advance(HOUR)
  await Promise.all([sumFigures(harness), sumFigures(harness), sumFigures(harness)])
  const { months } = await harness.db.one<{ months: string[] }>(sql`
    select array_agg(month::text || ' ' || (closed_at is not null) order by month) as months from figure_months`)
  expect(months).toEqual(['2026-11-01 true', '2026-12-01 true', '2027-01-01 true', '2027-02-01 false'])
})

/** The bank pays again. */
async function approve({ accountId }: Subscribed): Promise<void> {
  await harness.db.run(sql`
    update sandbox_cards set behaviour = 'approved'
    where token = (select gateway_token from cards where account_id = ${accountId} and replaced_at is null)`)
}
