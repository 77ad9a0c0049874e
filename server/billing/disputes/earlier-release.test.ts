import { readFile } from 'node:fs/promises'
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

/** The statement of the migration that takes over disputes from before there was their table. */
async function takeOver() {
  const file = new URL('../../../migrations/0083_disputes.sql', import.meta.url)
  const [, statement = ''] = (await readFile(file, 'utf8')).split(/(?=^with told as)/m)
  await harness.db.run({ text: statement.replace(/;\s*$/, ''), values: [] })
}

test('a dispute that an earlier release took is won after the upgrade, and the account is as it was', async () => {
  const one = await renewedAccount(harness)
  const byOperator = await renewedAccount(harness)
  const before = await standingOf(harness, one)
  for (const { reference } of [one, byOperator]) await postDispute(harness, 'opened', { reference })
  // As the earlier release left it.
  await harness.db.run(sql`update accounts set fraud_dispute_id = null`)
  await harness.db.run(sql`delete from disputes`)
  await harness.db.run(sql`
    update accounts set fraud_reason = 'stolen card' where id = ${byOperator.accountId}`)
  await takeOver()
  await postDispute(harness, 'won', { ...one, dispute: 'dp-before' })
  expect(await standingOf(harness, one)).toEqual(before)
  await postDispute(harness, 'won', { ...byOperator, dispute: 'dp-other' })
  expect(await standingOf(harness, byOperator)).toMatchObject({ status: 'canceled', isMarked: true })
})

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
