import { afterAll, beforeAll, expect, test } from 'vitest'
import { endHoldWhenPaid } from '#contract/billing/messages.ts'
import { endHold, hold } from '#contract/features/cancel/calls.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { sql } from '#server/platform/db/sql.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { withoutAnswers } from '#server/test-kit/payments.ts'
import { subscribe } from '#server/test-kit/subscriptions.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

test('a month on hold stays on hold: the hold cannot be ended while its bill is being paid', async () => {
  harness.clock.set('2026-11-15T15:00:00Z')
  const one = await subscribe(harness)
  const statusInFeed = async () =>
    (
      await harness.db.one<{ status: string }>(
        sql`select entitlements_of(${one.accountId}) ->> 'status' as status`,
      )
    ).status
  expect(await (await openBrowser(harness, one.email)).call(hold, { months: 1 })).toMatchObject({
    status: 200,
  })
  harness.clock.set('2026-12-15T06:00:00Z')
  await withoutAnswers(harness, () => renewDue(harness))
  const browser = await openBrowser(harness, one.email)
  expect(await browser.call(endHold, {})).toMatchObject({ status: 400, body: { errors: endHoldWhenPaid } })
  harness.clock.set('2026-12-15T06:05:00Z')
  await renewDue(harness)
  const bill = await harness.db.one(sql`
    select p.state, i.total_cents as cents from periods p join invoices i on i.period_id = p.id
    where p.subscription_id = ${one.subscriptionId} order by p.id desc limit 1`)
  expect([bill, await statusInFeed()]).toEqual([{ state: 'paid', cents: 1_000 }, 'on_hold'])
  // Paid, it can be ended, with that month.
  expect(await browser.call(endHold, {})).toMatchObject({ status: 200 })
  expect(await statusInFeed()).toBe('on_hold')
})
