// On PostgreSQL: events are numbered after commits that overlap.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resendBatch, restartFeed } from '#server/accounts/feed/restart-feed.ts'
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

/** How many accounts have not been sent since the last restart. */
async function countUntold() {
  const { untold } = await harness.db.one<{ untold: number }>(sql`
    select count(*) as untold from entitlements where sequence <= (select sequence_base from feed_state)`)
  return untold
}

async function tellAll() {
  const worker = await openHarness({ db: harness.db, works: true })
  await expect.poll(countUntold, { timeout: 20_000 }).toBe(0)
  await worker.close()
}

test('after a restore to an earlier moment the feed restarts, and a receiver is right again', async () => {
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
    await tellAll()
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

test('a restart sends accounts 500 at a time, each once; an interrupted batch is sent later', async () => {
  const { db, jobs } = harness
  await db.run(sql`
    insert into accounts (pin, company, status, status_since, created_at)
    select (600000 + n)::text, 'North Shore Realty', 'active', now(), now() from generate_series(1, 501) n`)
  await db.transaction((tx) => restartFeed(tx, { jobs }))
  const all = await countUntold()
  const cutOff = { ...jobs, send: () => Promise.reject(new Error('killed')) }
  await expect(resendBatch({ db, jobs: cutOff }, 0)).rejects.toThrow('killed')
  expect(await countUntold()).toBe(all)
  await resendBatch(harness, 0)
  expect(await countUntold()).toBe(all - 500)
  // The first batch's job still exists, as after a kill between its commit and its end.
  await tellAll()
  const { events } = await db.one<{ events: number }>(sql`
    select count(*) as events from feed_events where sequence > (select sequence_base from feed_state)`)
  expect(events).toBe(all)
})
