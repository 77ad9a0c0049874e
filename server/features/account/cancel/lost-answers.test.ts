import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cancel, endHold, undoCancel } from '#contract/features/cancel.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { sql } from '#server/platform/db/sql.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { mailsTo, makePastDue } from '#server/test-kit/past-due.ts'
import { putOnHold } from '#server/test-kit/put-on-hold.ts'
import { type Subscribed, subscribe } from '#server/test-kit/subscriptions.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())
beforeEach(() => harness.clock.set('2026-11-15T15:00:00Z'))

const done = { data: { status: 'done' } }
const reason = { reason: 'It costs too much', details: '' }
const entriesOf = async ({ accountId }: Subscribed, action: string) =>
  (
    await harness.db.one<{ entries: number }>(sql`
      select count(*) as entries from audit where account_id = ${accountId} and action = ${action}`)
  ).entries

test('repeating a cancellation that ended the account at once returns the same receipt', async () => {
  const one = await makePastDue(harness)
  const browser = await openBrowser(harness, one.email)
  const first = await browser.call(cancel, reason)
  expect(first).toMatchObject({ status: 200, body: { data: { has_ended: true } } })
  const again = await browser.call(cancel, reason)
  expect([again.status, again.body]).toEqual([200, first.body])
  expect(await mailsTo(harness, one, 'canceled')).toHaveLength(1)
})

test('an expired account has nothing to cancel, and says so', async () => {
  const one = await makePastDue(harness)
  const browser = await openBrowser(harness, one.email)
  await harness.db.run(sql`
    update subscriptions set ended_at = ${harness.clock.now()} where id = ${one.subscriptionId}`)
  await harness.db.run(sql`update accounts set status = 'expired' where id = ${one.accountId}`)
  expect(await browser.call(cancel, reason)).toMatchObject({
    status: 400,
    body: { errors: 'There is no active subscription to cancel.' },
  })
})

test('repeating an undone cancellation or a hold is accepted and made once', async () => {
  const one = await subscribe(harness)
  const browser = await openBrowser(harness, one.email)
  await browser.call(cancel, reason)
  for (const _ of ['first', 'repeat'])
    expect(await browser.call(undoCancel)).toMatchObject({ status: 200, body: { data: { status: 'done' } } })
  expect(await mailsTo(harness, one, 'cancel-undone')).toHaveLength(1)
  const onHold = await putOnHold(browser, 2)
  expect(onHold).toMatchObject({ status: 200, body: { data: { from: '2026-12-15', until: '2027-02-15' } } })
  expect((await putOnHold(browser, 2)).body).toEqual(onHold.body)
  expect(await putOnHold(browser, 3)).toMatchObject({ status: 400 })
  expect(await mailsTo(harness, one, 'held')).toHaveLength(1)
  expect([await entriesOf(one, 'undo-cancel'), await entriesOf(one, 'held')]).toEqual([1, 1])
})

test('repeating the end of a hold is accepted and recorded once', async () => {
  const one = await subscribe(harness)
  const browser = await openBrowser(harness, one.email)
  const end = async () => (await browser.call(endHold)).body
  await putOnHold(browser, 2)
  expect([await end(), await end()]).toEqual([done, done])
  expect(await entriesOf(one, 'hold-ended')).toBe(1)
  await putOnHold(browser, 2)
  harness.clock.set('2026-12-15T06:00:00Z')
  await renewDue(harness)
  const later = await openBrowser(harness, one.email)
  for (const _ of ['first', 'repeat']) expect((await later.call(endHold)).body).toEqual(done)
  expect(await entriesOf(one, 'hold-ended')).toBe(2)
})
