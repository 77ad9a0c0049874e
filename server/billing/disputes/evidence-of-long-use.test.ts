import { afterAll, beforeAll, expect, test } from 'vitest'
import { submitSignUp } from '#contract/features/sign-up/calls.ts'
import { sql } from '#server/platform/db/sql.ts'
import { lastCharge } from '#server/test-kit/disputes.ts'
import { readEvidence } from '#server/test-kit/evidence.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { postDispute } from '#server/test-kit/notices.ts'
import { send } from '#server/test-kit/send.ts'
import { goodSignUp } from '#server/test-kit/sign-ups.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

/** Signed up and paid for the month from November 15 on; the payment is disputed ten weeks later. */
async function disputed(dispute: string): Promise<{ accountId: number; agentId: number }> {
  harness.clock.set('2026-11-15T15:00:00Z')
  const form = goodSignUp()
  await send(harness, submitSignUp, form, { address: '203.0.113.77' })
  const one = await harness.db.one<{ accountId: number; agentId: number }>(
    sql`select account_id as "accountId", id as "agentId" from agents where email = ${form.email}`,
  )
  const { reference } = await lastCharge(harness, one)
  harness.clock.set('2027-01-25T15:00:00Z')
  const told = { reason: 'product_not_received', openedOn: '2027-01-25', replyBy: '2027-02-10' }
  await postDispute(harness, 'opened', { reference, dispute, ...told })
  return one
}

/** One an hour. */
async function addSignIns(
  { accountId, agentId }: { accountId: number; agentId: number },
  { count, from, device }: { count: number; from: string; device: string },
): Promise<void> {
  await harness.db.run(sql`
    insert into past_sign_ins (account_id, agent_id, at, ip, device)
    select ${accountId}, ${agentId}, ${from}::timestamptz + n * interval '1 hour', '198.51.100.0/24', ${device}
    from generate_series(0, ${count - 1}::integer) n`)
}

const countOf = (part: string, text: string) => text.split(part).length - 1

test('sign-ins during the disputed service are counted and listed, however many came later', async () => {
  const one = await disputed('dp-used')
  await addSignIns(one, { count: 100, from: '2026-11-20T10:00:00Z', device: 'Chrome on Windows' })
  await addSignIns(one, { count: 250, from: '2026-12-20T10:00:00Z', device: 'Safari on macOS' })
  const text = await readEvidence(harness, 'dp-used')
  expect(text).toMatch(/ 100 sign-ins within the service that receipt \S+ paid for\. Plan changes/)
  expect([countOf('Chrome on Windows', text), countOf('Safari on macOS', text)]).toEqual([100, 100])
  expect(text.indexOf('Chrome on Windows')).toBeLessThan(text.indexOf('Safari on macOS'))
})

test('if there are too many sign-ins to list, all are counted and the newest are listed', async () => {
  const one = await disputed('dp-busy')
  await addSignIns(one, { count: 30, from: '2026-11-16T00:00:00Z', device: 'Firefox on Linux' })
  await addSignIns(one, { count: 200, from: '2026-11-20T10:00:00Z', device: 'Chrome on Windows' })
  await addSignIns(one, { count: 10, from: '2026-12-20T10:00:00Z', device: 'Safari on macOS' })
  // A signed-in person's session counts as much as the remains of an older one.
  await harness.db.run(sql`
    insert into sessions (token_hash, agent_id, reach, address, user_agent, created_at, last_seen_at, expires_at)
    values ('\\x01', ${one.agentId}, 'account', '198.51.100.7', 'curl', '2026-12-01', '2026-12-01', '2027-03-01')`)
  const text = await readEvidence(harness, 'dp-busy')
  expect(text).toContain('231 sign-ins within the service')
  expect(text).toContain('The newest 200 of them are listed.')
  expect(countOf('Chrome on Windows', text)).toBe(199)
  expect(text).not.toContain('Firefox on Linux')
  expect(text).not.toContain('Safari on macOS')
})

test("the service days follow the account's time zone, first and last moment included", async () => {
  const one = await disputed('dp-days')
  await harness.db.run(sql`update accounts set time_zone = 'America/Los_Angeles' where id = ${one.accountId}`)
  for (const from of ['2026-11-15T07:59:59Z', '2026-12-15T08:00:00Z'])
    await addSignIns(one, { count: 1, from, device: 'Safari on macOS' })
  for (const from of ['2026-11-15T08:00:00Z', '2026-12-15T07:59:59Z'])
    await addSignIns(one, { count: 1, from, device: 'Chrome on Windows' })
  expect(await readEvidence(harness, 'dp-days')).toContain('2 sign-ins within the service')
})

test('of many consents, the disputed order’s, the sign-up’s and the newest are kept', async () => {
  const { accountId } = await disputed('dp-consents')
  await harness.db.run(sql`update orders set terms_version = 'of-sign-up' where account_id = ${accountId}`)
  await harness.db.run(sql`
    insert into orders overriding system value
    select (jsonb_populate_record(o, jsonb_build_object('id', o.id + 1000 + n, 'key', o.key || '-' || n,
      'kind', 'plan-change', 'reserved_account_number', null, 'terms_version', 'change-' || n || '.'))).*
    from orders o, generate_series(1, 210) n where o.account_id = ${accountId}`)
  const text = await readEvidence(harness, 'dp-consents')
  expect([countOf('of-sign-up', text), countOf('change-', text)]).toEqual([1, 199])
  expect(text).toContain('change-210.')
  expect(text).not.toContain('change-11.')
  expect(text.indexOf('change-12.')).toBeLessThan(text.indexOf('change-210.'))
  // The same if the disputed order bought more.
  await harness.db.run(sql`
    update orders set kind = 'plan-change' where account_id = ${accountId} and terms_version = 'of-sign-up'`)
  expect(countOf('of-sign-up', await readEvidence(harness, 'dp-consents'))).toBe(1)
})
