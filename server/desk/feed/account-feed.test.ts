import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AccountFeedValues } from '#contract/desk/feed.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { openDesk, type TestDesk } from '#server/test-kit/desk.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'

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

test("an account's feed events are paged, newest first, with the meaning of each", async () => {
  const { accountId, pin } = await addAccount(harness.db, { email: freshEmail() })
  await addAccount(harness.db, { email: freshEmail() })
  const reader = await desk.as('reader')
  const feed = async (query = '') =>
    (await reader.get(`/desk/accounts/${pin}/feed/${query}`)).values as unknown as AccountFeedValues
  const first = await feed()
  expect(first.rows.at(-1)).toMatchObject({
    sequence: 1,
    type: 'account.set_up',
    says: expect.stringMatching(/^The account is set up/),
    status: 'Active',
  })
  const { last } = await harness.db.one<{ last: number }>(
    sql`select max(sequence) as last from feed_events where account_id = ${accountId}`,
  )
  await harness.db.run(sql`
    insert into feed_events (account_id, sequence, type, data, entitlements, occurred_at)
    select ${accountId}, ${last}::bigint + n, 'person.removed', '{"person": {"id": 7}, "by": "owner"}', entitlements, now()
    from feed_events, generate_series(1, 60) n where account_id = ${accountId} and sequence = ${last}`)
  const newest = await feed()
  expect(newest.rows[0]).toMatchObject({
    sequence: last + 60,
    details: expect.arrayContaining(['by: owner', 'person: {"id":7}']),
  })
  const older = await feed(newest.older?.slice(newest.older.indexOf('?')))
  expect(older).toMatchObject({ isNewest: false, older: null })
  const sequences = [...newest.rows, ...older.rows].map(({ sequence }) => sequence)
  expect(sequences).toEqual(Array.from({ length: last + 60 }, (_, index) => last + 60 - index))
  expect((await feed('?before=x')).isNewest).toBe(true)
  expect((await reader.get('/desk/accounts/000001/feed/')).status).toBe(404)
  expect((await reader.get(`/desk/accounts/${pin}/`)).html).toContain(`/desk/accounts/${pin}/feed/`)
  // They report nothing that happened.
  await harness.db.run(sql`delete from feed_events where account_id = ${accountId} and sequence > ${last}`)
})
