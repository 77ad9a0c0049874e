// On PostgreSQL: events are numbered after commits that overlap.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noteEarlierAccounts } from '#server/accounts/feed/assign-positions.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { openReceiver } from '#server/test-kit/feed-receiver.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { operatorOf } from '#server/test-kit/operator.ts'
import { sendFeed } from './jobs.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

test('after a restore to an earlier moment the feed begins anew, and a receiver is right again', async () => {
  const { db } = harness
  const operator = operatorOf(harness)
  const receiver = await openReceiver(harness)
  try {
    const { accountId, pin } = await addAccount(db, { email: freshEmail() })
    await sendFeed(harness)
    await db.run(sql`update accounts set status = 'past_due' where id = ${accountId}`)
    await sendFeed(harness)
    const newest = () => receiver.received.toSorted((one, other) => one.sequence - other.sequence).at(-1)
    expect(newest()?.entitlements.status).toBe('past_due')

    // The database returns to the moment before the account was past due.
    await db.transaction(async (tx) => {
      await tx.run(sql`set local session_replication_role = replica`)
      await tx.run(sql`delete from feed_events where account_id = ${accountId} and sequence > 1`)
      await tx.run(sql`
        update entitlements e set sequence = 1, value = v.entitlements from feed_events v
        where e.account_id = ${accountId} and v.account_id = e.account_id and v.sequence = 1`)
      await tx.run(sql`update accounts set status = 'active' where id = ${accountId}`)
      await tx.run(sql`update feed_state set last_position = last_position - 1`)
      await tx.run(sql`update feed_endpoints set sent_through = sent_through - 1`)
    })
    expect(await operator.refused('feed', 'restart')).toContain('--was-restored')
    await operator.run('feed', 'restart', '--was-restored')
    await noteEarlierAccounts(db)
    await sendFeed(harness)
    expect(newest()).toMatchObject({ account_number: pin, entitlements: { status: 'active' } })
    expect(newest()?.sequence).toBeGreaterThan(1_000_000)

    await db.run(sql`update accounts set status = 'past_due' where id = ${accountId}`)
    await sendFeed(harness)
    expect(newest()?.entitlements.status).toBe('past_due')
    const { sequence = 0 } = newest() ?? {}
    expect(sequence).toBe(1_000_002)
  } finally {
    receiver.close()
  }
})
