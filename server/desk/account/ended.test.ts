import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { DeskAccountValues } from '#contract/desk/account.ts'
import { cancel } from '#contract/features/cancel.ts'
import { pages } from '#contract/pages.ts'
import { markFraud } from '#server/billing/fraud/fraud.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { openDesk, type TestDesk } from '#server/test-kit/desk.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { type Subscribed, subscribe } from '#server/test-kit/subscriptions.ts'

let harness: Harness
let desk: TestDesk
beforeAll(async () => {
  harness = await openHarness()
  desk = await openDesk(harness)
})
afterAll(async () => {
  await desk.close()
  await harness.close()
})
beforeEach(() => harness.clock.set('2026-11-15T15:00:00Z'))

async function canceled(): Promise<Subscribed> {
  const one = await subscribe(harness)
  await (await openBrowser(harness, one.email)).call(cancel, { reason: 'It costs too much', details: '' })
  return one
}

/** Operators sign in again: the clock moves by months. */
async function shownAt({ pin }: Subscribed, iso: string) {
  harness.clock.set(iso)
  await renewDue(harness)
  const { values } = await (await desk.as('money')).get(`/desk/accounts/${pin}/`)
  const { open, noBill } = values as unknown as DeskAccountValues
  return { open: open.map(({ text }) => text), noBill }
}

test('a canceled account runs through its last day, can be reactivated for 90 days, then nothing', async () => {
  const one = await canceled()
  expect(await shownAt(one, '2026-12-01T12:00:00Z')).toEqual({
    open: ['Canceled, runs through December 14, 2026'],
    noBill: 'Canceled: it runs through December 14, 2026, without further charges.',
  })
  expect(await shownAt(one, '2026-12-16T12:00:00Z')).toEqual({
    open: ['Ended. The owner can reactivate it through March 15, 2027'],
    noBill: 'The subscription has ended.',
  })
  const owner = await openBrowser(harness, one.email)
  expect((await owner.open(pages.billing)).text).toContain('Reactivate it')
  expect(await shownAt(one, '2027-06-01T12:00:00Z')).toEqual({
    open: [],
    noBill: 'The subscription has ended.',
  })
  const late = await openBrowser(harness, one.email)
  expect((await late.open(pages.billing)).text).not.toContain('Reactivate it')
})

test('an account closed for fraud is not offered to its owner again', async () => {
  const one = await canceled()
  const now = harness.clock.now()
  await markFraud(
    harness.db,
    { accountId: one.accountId, actor: 'operator:tests', reason: 'a stolen card' },
    now,
  )
  const { open } = await shownAt(one, '2026-11-16T12:00:00Z')
  expect(open).toEqual([expect.stringMatching(/^Closed for fraud/)])
})
