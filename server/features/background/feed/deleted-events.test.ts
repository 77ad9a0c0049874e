// On PostgreSQL: events are numbered after commits that overlap.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listEndpoints } from '#server/accounts/feed/endpoints.ts'
import { operateFeed } from '#server/accounts/feed/operate-feed.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Refused } from '#server/platform/refusal.ts'
import { DAY } from '#server/ports/clock.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { openReceiver } from '#server/test-kit/feed-receiver.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { deleteOldEvents, sendFeed } from './jobs.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const all = { after: 0, limit: 10 }
const by = () => ({ actor: 'operator:tests', now: harness.clock.now() })

const open = () => harness.db.transaction((tx) => addAccount(tx, { email: freshEmail() }))
/** All events so far are older than the retention. */
async function deleteAll() {
  const { db, clock } = harness
  await db.run(sql`update feed_events set occurred_at = ${clock.now()}`)
  clock.advance(31 * DAY)
  await deleteOldEvents(harness)
}
const positions = () =>
  harness.db.one<{ last: number; deleted: number }>(
    sql`select last_position as last, deleted_through as deleted from feed_state`,
  )

test('an endpoint cannot begin with deleted events, or after the next one', async () => {
  const { db, config } = harness
  const add = (from: number) =>
    operateFeed.addEndpoint(db, by(), { url: 'https://dialer.example.com/events', from }, config.secrets)
  await open()
  await open()
  await sendFeed(harness)
  await deleteAll()
  await open()
  await sendFeed(harness)
  const { last, deleted } = await positions()
  expect(deleted).toBe(2)
  for (const from of [1, deleted]) {
    const { errors } = (await add(from)) as Refused
    expect(errors).toContain(`Events are kept from position ${deleted + 1} on`)
    expect(errors).toContain('GET /api/entitlements')
  }
  expect(await add(last + 2)).toMatchObject({
    errors: expect.stringContaining(`the next event is at ${last + 1}`),
  })
  for (const from of [deleted + 1, last + 1]) {
    await add(from)
    const [endpoint] = await listEndpoints(db, all)
    expect(endpoint?.sentThrough).toBe(from - 1)
    await operateFeed.removeEndpoint(db, by(), { id: endpoint?.id ?? 0 })
  }
})

test.each([
  { kind: 'an endpoint that was away', isAway: true },
  { kind: 'an endpoint that refused one account', isAway: false },
])('$kind until events were deleted is failing until the operator resumes or replays', async ({ isAway }) => {
  let isBad = true
  let refused = ''
  const receiver = await openReceiver(harness, ({ account_number }) =>
    isBad && account_number === refused ? 500 : 200,
  )
  const shown = async () => (await listEndpoints(harness.db, all))[0]
  const miss = async () => {
    if (isAway)
      await harness.db.run(sql`update feed_endpoints set next_at = ${'2099-01-01T00:00:00Z'}::timestamptz`)
    const { pin, agentId } = await open()
    refused = pin
    await sendFeed(harness)
    await deleteAll()
    return agentId
  }
  try {
    await miss()
    expect(await shown()).toMatchObject({ state: 'failing', missedAt: expect.anything() })
    expect(harness.logged()).toContain('has missed events')
    // Delivering events again does not hide it.
    isBad = false
    await harness.db.run(sql`update feed_endpoints set next_at = ${harness.clock.now()}`)
    const next = await open()
    await sendFeed(harness)
    expect(receiver.received.at(-1)?.account_number).toBe(next.pin)
    expect(await shown()).toMatchObject({ state: 'failing', missedAt: expect.anything(), accountsWaiting: 0 })
    await operateFeed.resumeEndpoint(harness.db, by(), receiver)
    expect(await shown()).toMatchObject({ state: 'active', missedAt: null })

    isBad = true
    const agentId = await miss()
    expect(await shown()).toMatchObject({ state: 'failing', missedAt: expect.anything() })
    isBad = false
    const { last } = await positions()
    await operateFeed.replay(harness.db, by(), { id: receiver.id, from: last + 1 })
    expect(await shown()).toMatchObject({ state: 'active', missedAt: null, behind: 0 })
    // Events deleted later were delivered, or did not exist: they are not reported again.
    await harness.db.run(sql`update agents set role = 'admin' where id = ${agentId}`)
    await sendFeed(harness)
    await deleteAll()
    expect(receiver.received.at(-1)).toMatchObject({ account_number: refused, sequence: 2 })
    expect(await shown()).toMatchObject({ state: 'active', missedAt: null })
  } finally {
    receiver.close()
    await harness.db.run(sql`delete from feed_endpoints where id = ${receiver.id}`)
  }
})

test('a replay reactivates a disabled endpoint', async () => {
  let isGone = true
  const receiver = await openReceiver(harness, () => (isGone ? 410 : 200))
  try {
    const { pin } = await open()
    await sendFeed(harness)
    isGone = false
    receiver.received.length = 0
    const { last } = await positions()
    expect(await listEndpoints(harness.db, all)).toMatchObject([{ state: 'disabled' }])
    await operateFeed.replay(harness.db, by(), { id: receiver.id, from: last })
    await sendFeed(harness)
    expect(receiver.received).toMatchObject([{ account_number: pin, position: last }])
    expect(await listEndpoints(harness.db, all)).toMatchObject([{ state: 'active', accountsWaiting: 0 }])
  } finally {
    receiver.close()
    await harness.db.run(sql`delete from feed_endpoints where id = ${receiver.id}`)
  }
})
