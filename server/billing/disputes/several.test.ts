import { afterAll, beforeAll, expect, test } from 'vitest'
import { pages } from '#contract/pages.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY } from '#server/ports/clock.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { byOperator } from '#server/test-kit/by-operator.ts'
import { type Renewed, renewedAccount, standingOf } from '#server/test-kit/disputes.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { mailsTo } from '#server/test-kit/mails.ts'
import { postDispute } from '#server/test-kit/notices.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const booksOf = ({ accountId, reference }: Renewed) =>
  harness.db.one(sql`
    select lost_of_charge(c.id) as lost,
      (select jsonb_agg(d.lost_cents order by d.id) from disputes d where d.charge_id = c.id) as shares,
      (select coalesce(sum(cents), 0)::integer from revenue_movements
        where account_id = ${accountId} and kind = 'disputed') as figure
    from charges c where c.gateway_reference = ${reference}`)
/** What the feed and the log say: both are written together. */
const factsOf = ({ accountId }: Renewed) =>
  harness.db.many(sql`
    select action as type, details->>'cents' as cents from audit
    where account_id = ${accountId} and action in ('dispute-won', 'dispute-lost') order by id`)

/** The decisions in the order of the gateway's notices. */
async function decide(one: Renewed, ...told: [string, 'opened' | 'won' | 'lost', number?][]): Promise<void> {
  for (const [dispute, state, amount = 0] of told) {
    harness.clock.advance(DAY)
    await postDispute(harness, state, {
      ...one,
      dispute: `${one.pin}-${dispute}`,
      amount,
      at: harness.clock.now(),
    })
  }
}

test('two lost disputes of one charge are booked once, on the bill and in the figures', async () => {
  const one = await renewedAccount(harness)
  await decide(one, ['a', 'opened'], ['b', 'opened'], ['a', 'lost'], ['b', 'lost'])
  expect(await booksOf(one)).toEqual({ lost: 14_900, shares: [14_900, 0], figure: 14_900 })
  expect(await factsOf(one)).toEqual([
    { type: 'dispute-lost', cents: '14900' },
    { type: 'dispute-lost', cents: '0' },
  ])
  const [first, second] = await mailsTo(harness, one.email, 'dispute-lost')
  expect([first?.subject, second?.subject].toSorted()).toEqual([
    'Your bank has decided a dispute',
    'Your bank returned a payment of $149.00 to you',
  ])
  await byOperator.undoFraud(harness, one)
  const browser = await openBrowser(harness, one.email)
  const bill = (await browser.open(pages.bill, { number: one.bill })).text
  expect(bill).toContain('−$149.00')
  expect(bill).not.toContain('−$298.00')
  expect(bill).toContain('after it had returned the payment.')
})

test('of two lost disputes the second has the loss once the first is won; the account stays closed', async () => {
  const one = await renewedAccount(harness)
  await decide(one, ['a', 'opened'], ['a', 'lost'], ['b', 'opened'], ['b', 'lost'], ['a', 'won'])
  expect(await booksOf(one)).toEqual({ lost: 14_900, shares: [0, 14_900], figure: 14_900 })
  expect(await factsOf(one)).toEqual([
    { type: 'dispute-lost', cents: '14900' },
    { type: 'dispute-lost', cents: '0' },
    { type: 'dispute-won', cents: '0' },
  ])
  expect(await standingOf(harness, one)).toMatchObject({ status: 'canceled', isMarked: true })
  const [won] = await mailsTo(harness, one.email, 'dispute-won')
  expect(won?.subject).toBe('Your bank has decided a dispute')
  await decide(one, ['b', 'won'])
  expect(await booksOf(one)).toEqual({ lost: 0, shares: [0, 0], figure: 0 })
  expect(await standingOf(harness, one)).toMatchObject({ status: 'active', isMarked: false })
})

test('of disputes about parts of a charge, the later one loses what the earlier one left', async () => {
  const one = await renewedAccount(harness)
  await decide(one, ['a', 'lost', 10_000], ['b', 'lost', 10_000])
  expect(await booksOf(one)).toEqual({ lost: 14_900, shares: [10_000, 4_900], figure: 14_900 })
  await decide(one, ['a', 'won', 10_000])
  expect(await booksOf(one)).toEqual({ lost: 10_000, shares: [0, 10_000], figure: 10_000 })
  expect((await factsOf(one)).at(-1)).toEqual({ type: 'dispute-won', cents: '4900' })
  await decide(one, ['a', 'lost', 10_000])
  expect(await booksOf(one)).toEqual({ lost: 14_900, shares: [4_900, 10_000], figure: 14_900 })
})

test('winning a dispute leaves the loss of another one of the same charge unchanged', async () => {
  const one = await renewedAccount(harness)
  await decide(one, ['a', 'lost'], ['b', 'opened'], ['b', 'won'])
  expect(await booksOf(one)).toEqual({ lost: 14_900, shares: [14_900, 0], figure: 14_900 })
  expect(await standingOf(harness, one)).toMatchObject({ isMarked: true })
})
