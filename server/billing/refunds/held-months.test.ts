import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { pages } from '#contract/pages.ts'
import { announceEndsOfHolds } from '#server/billing/renewals/hold-notices.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { showMoney } from '#server/billing/subscriptions/show-money.ts'
import { sql } from '#server/platform/db/sql.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { byOperator } from '#server/test-kit/by-operator.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { mailsTo } from '#server/test-kit/past-due.ts'
import { putOnHold } from '#server/test-kit/put-on-hold.ts'
import { type Subscribed, subscribe } from '#server/test-kit/subscriptions.ts'

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
/** What the feed sends, the figures count, and the account page shows. */
async function saidOf({ accountId }: Subscribed) {
  const { told } = await harness.db.one<{ told: { status: string; hold: { until: string } | null } }>(
    sql`select value as told from entitlements where account_id = ${accountId}`,
  )
  const { isOnHold } = await harness.db.one<{ isOnHold: boolean }>(
    sql`select is_held as "isOnHold" from account_revenue where account_id = ${accountId}`,
  )
  const { hold: shown } = await showMoney(harness.db, accountId, harness.clock.now())
  return { status: told.status, isOnHold, told: told.hold?.until ?? null, shown: shown?.until ?? null }
}
async function holdFor(months: number) {
  const one = await subscribe(harness)
  expect(await putOnHold(await openBrowser(harness, one.email), months)).toMatchObject({ status: 200 })
  return one
}
const extend = (one: Subscribed) => byOperator.extend(harness, one, 10)

test('extending a month on hold moves the end of the hold; mails, page and feed name the same day', async () => {
  const one = await holdFor(1)
  await at('2026-12-15T06:00:00Z')
  await extend(one)
  expect((await mailsTo(harness, one, 'month-extended'))[0]).toContain(
    'Your plan stays on hold and resumes on January 25, 2027.',
  )
  const onHold = { status: 'on_hold', isOnHold: true, told: '2027-01-25', shown: '2027-01-25' }
  expect(await saidOf(one)).toEqual(onHold)
  await at('2027-01-20T12:00:00Z')
  await announceEndsOfHolds(harness)
  expect((await mailsTo(harness, one, 'hold-ends'))[0]).toContain(
    'Your full plan resumes on January 25, 2027',
  )
  expect(await saidOf(one)).toEqual(onHold)
  const page = await (await openBrowser(harness, one.email)).open(pages.account)
  expect(page.text).toContain('January 25, 2027')
  await at('2027-01-25T06:00:00Z')
  expect(await saidOf(one)).toEqual({ status: 'active', isOnHold: false, told: null, shown: null })
})

test('a hold of several months lasts as many months after an extension as before', async () => {
  const one = await holdFor(2)
  await at('2026-12-15T06:00:00Z')
  await extend(one)
  const onHold = { status: 'on_hold', isOnHold: true, told: '2027-02-25', shown: '2027-02-25' }
  expect(await saidOf(one)).toEqual(onHold)
  await at('2027-01-25T06:00:00Z')
  await at('2027-02-24T12:00:00Z')
  expect(await saidOf(one)).toEqual(onHold)
  await at('2027-02-25T06:00:00Z')
  expect(await saidOf(one)).toEqual({ status: 'active', isOnHold: false, told: null, shown: null })
})

test('where months end on different days, the hold ends with a month', async () => {
  harness.clock.set('2026-12-31T15:00:00Z')
  const one = await holdFor(2)
  await at('2027-01-31T06:00:00Z')
  await extend(one)
  expect(await saidOf(one)).toMatchObject({ told: '2027-04-10', shown: '2027-04-10' })
  await at('2027-03-10T06:00:00Z')
  await at('2027-04-10T05:00:00Z')
  expect(await saidOf(one)).toMatchObject({ status: 'active' })
})

test('a past hold stays unchanged when a later month is extended', async () => {
  const one = await holdFor(1)
  await at('2026-12-15T06:00:00Z')
  await at('2027-01-15T06:00:00Z')
  await extend(one)
  expect(await saidOf(one)).toEqual({ status: 'active', isOnHold: false, told: null, shown: null })
  expect(
    await harness.db.one(sql`select held_until as until from subscriptions where id = ${one.subscriptionId}`),
  ).toEqual({ until: '2027-01-15' })
})
