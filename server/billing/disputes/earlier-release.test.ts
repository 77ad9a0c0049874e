import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { renewedAccount, standingOf } from '#server/test-kit/disputes.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { postDispute } from '#server/test-kit/notices.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

test('a dispute that the earlier release took while both were running is won, and the owner is told', async () => {
  const one = await renewedAccount(harness)
  const before = await standingOf(harness, one)
  await postDispute(harness, 'opened', { reference: one.reference })
  await harness.db.run(sql`update accounts set fraud_dispute_id = null where id = ${one.accountId}`)
  await harness.db.run(sql`delete from disputes where account_id = ${one.accountId}`)
  await postDispute(harness, 'won', { reference: one.reference, dispute: 'dp-both' })
  expect(await standingOf(harness, one)).toEqual(before)
  expect(
    await harness.db.maybe(
      sql`select 1 from mails where recipient = ${one.email} and purpose = 'dispute-won'`,
    ),
  ).toBeDefined()
})
