import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { renewedAccount } from '#server/test-kit/disputes.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

test('a bill stores the sum of the credit that it used and returned', async () => {
  const { accountId, bill } = await renewedAccount(harness)
  const used = () =>
    harness.db.one(sql`select credit_used_cents as cents from invoices where number = ${bill}`)
  const note = (cents: number) =>
    harness.db.run(sql`
      insert into credits (account_id, cents, invoice_id, created_at)
      select ${accountId}, ${cents}, id, ${harness.clock.now()} from invoices where number = ${bill}`)
  await note(-3000)
  expect(await used()).toEqual({ cents: 3000 })
  await note(3000)
  expect(await used()).toEqual({ cents: 0 })
})
