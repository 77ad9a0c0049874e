import { afterAll, beforeAll, expect, test } from 'vitest'
import { changePlan } from '#contract/features/plan/calls.ts'
import { renewDue } from '#server/billing/renewals/renew.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { FoundCharge } from '#server/ports/payments.ts'
import { openBrowser } from '#server/test-kit/browser.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { withoutAnswers } from '#server/test-kit/payments.ts'
import { subscribe } from '#server/test-kit/subscriptions.ts'
import { giveBackCharge } from './give-back.ts'
import { settleLostOrder } from './settle-order.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const outcomeOf = async (key: string) =>
  (await harness.db.one<{ outcome: string }>(sql`select outcome from charges where key = ${key}`)).outcome

/** A plan change that turns out to be paid when its month is over. */
async function payTooLate(key: string): Promise<void> {
  harness.clock.set('2026-11-15T15:00:00Z')
  const one = await subscribe(harness)
  harness.clock.set('2026-12-14T15:00:00Z')
  const order = {
    triple_line_power_dialer_count: 1,
    hosted_lead_management_count: 1,
    fsbo_data_feature: 1,
    now_cents: 83,
    next_cents: 17_400,
    idempotency_key: key,
  }
  const browser = await openBrowser(harness, one.email)
  const { status } = await withoutAnswers(harness, () => browser.call(changePlan, order))
  expect(status).toBe(202)
  harness.clock.set('2026-12-15T07:00:00Z')
  await renewDue(harness)
  await settleLostOrder(harness, key)
  expect(await outcomeOf(key)).toBe('unknown')
}

async function whileFound<Result>(found: FoundCharge, work: () => Promise<Result>): Promise<Result> {
  const { find } = harness.payments
  harness.payments.find = async () => found
  return work().finally(() => {
    harness.payments.find = find
  })
}

test('money that came too late is returned, also if the gateway cannot tell at first', async () => {
  await payTooLate('late-unknown')
  const attempt = whileFound({ kind: 'unknown' }, () => giveBackCharge(harness, 'late-unknown'))
  await expect(attempt).rejects.toThrow('cannot tell what became of the charge late-unknown')
  await giveBackCharge(harness, 'late-unknown')
  expect(await outcomeOf('late-unknown')).toBe('voided')
})

test('a payment that came too late and turns out to be declined is closed', async () => {
  await payTooLate('late-declined')
  await whileFound({ kind: 'declined', reason: 'declined' }, () => giveBackCharge(harness, 'late-declined'))
  expect(await outcomeOf('late-declined')).toBe('declined')
})
