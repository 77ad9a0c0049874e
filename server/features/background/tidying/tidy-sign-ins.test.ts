import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { DAY } from '#server/ports/clock.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { renewedAccount } from '#server/test-kit/disputes.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { postDispute } from '#server/test-kit/notices.ts'
import { signedInAs } from '#server/test-kit/signed-in.ts'
import { tidy } from './tidy.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

async function signInsOf(accountId: number) {
  await tidy(harness)
  return harness.db.many(
    sql`select ip, device, agent_id as "agentId" from past_sign_ins where account_id = ${accountId}`,
  )
}
/** On December 18, 2026. */
const paying = () => renewedAccount(harness)

test("a paying account's sign-in is kept as evidence, shortened, as long as disputes are possible", async () => {
  const { accountId, agentId, email } = await paying()
  await signedInAs(harness, { email })
  await harness.db.run(sql`
    update sessions set address = '203.0.113.77', ended_at = created_at,
      user_agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36'
    where agent_id = ${agentId}`)
  expect(await signInsOf(accountId)).toEqual([])
  harness.clock.advance(90 * DAY)
  const kept = [{ agentId, ip: '203.0.113.0/24', device: 'Chrome 139 on Windows' }]
  expect(await signInsOf(accountId)).toEqual(kept)
  expect(await harness.db.many(sql`select 1 from sessions where agent_id = ${agentId}`)).toEqual([])
  harness.clock.advance(450 * DAY - 1)
  expect(await signInsOf(accountId)).toEqual(kept)
  harness.clock.advance(1)
  expect(await signInsOf(accountId)).toEqual([])
})

test('nothing is kept for an account that never paid', async () => {
  const email = freshEmail()
  const { accountId, agentId } = await addAccount(harness.db, { email })
  await signedInAs(harness, { email })
  harness.clock.advance(110 * DAY)
  expect(await signInsOf(accountId)).toEqual([])
  expect(await harness.db.many(sql`select 1 from sessions where agent_id = ${agentId}`)).toEqual([])
})

test('evidence stays while a dispute is open, and is deleted once it is decided', async () => {
  const one = await paying()
  await signedInAs(harness, { email: one.email })
  harness.clock.advance(110 * DAY)
  await tidy(harness)
  harness.clock.advance(429 * DAY)
  await postDispute(harness, 'opened', one)
  harness.clock.advance(100 * DAY)
  expect(await signInsOf(one.accountId)).toHaveLength(1)
  await postDispute(harness, 'won', one)
  expect(await signInsOf(one.accountId)).toEqual([])
})
