import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { DAY } from '#server/ports/clock.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { operatorOf } from '#server/test-kit/operator.ts'
import { deleteOldEvents } from './delete-old.ts'
import { sendFeed } from './jobs.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const open = () => harness.db.transaction((tx) => addAccount(tx, { email: freshEmail() }))
/** All events so far are older than they are kept. */
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

test('an endpoint cannot begin with events that are deleted, or after the next one', async () => {
  const operator = operatorOf(harness)
  const add = ['feed', 'endpoint', 'add', 'https://dialer.example.com/events', '--from']
  await open()
  await open()
  await sendFeed(harness)
  await deleteAll()
  await open()
  await sendFeed(harness)
  const { last, deleted } = await positions()
  expect(deleted).toBe(2)
  for (const from of [1, deleted]) {
    const refusal = await operator.refused(...add, String(from))
    expect(refusal).toContain(`Events are kept from position ${deleted + 1} on`)
    expect(refusal).toContain('GET /api/entitlements')
  }
  expect(await operator.refused(...add, String(last + 2))).toContain(`the next event is at ${last + 1}`)
  for (const from of [deleted + 1, last + 1]) {
    await operator.run(...add, String(from))
    const [endpoint] = (await operator.run('feed', 'endpoint', 'list')).rows('endpoints')
    expect(endpoint?.sentThrough).toBe(from - 1)
    await operator.run('feed', 'endpoint', 'remove', String(endpoint?.id))
  }
})
