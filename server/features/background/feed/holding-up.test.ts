// On PostgreSQL: events are numbered after commits that overlap.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { HOUR, MINUTE, SECOND } from '#server/ports/clock.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { openReceiver, type Receiver } from '#server/test-kit/feed-receiver.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { sendFeed } from './jobs.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const open = () => harness.db.transaction((tx) => addAccount(tx, { email: freshEmail() }))
const arrived = ({ received }: Receiver, pin: string) =>
  received.some(({ account_number }) => account_number === pin)
async function only(receiver: Receiver, use: () => Promise<void>) {
  try {
    await use()
  } finally {
    receiver.close()
    await harness.db.run(sql`delete from feed_endpoints where id = ${receiver.id}`)
  }
}

test.each([
  { kind: 'three accounts that are refused', accounts: 3, answer: 500 as const },
  { kind: 'one account that gets no answer', accounts: 1, answer: 'no answer' as const },
])('$kind again and again do not delay new events of others', async ({ accounts, answer }) => {
  const bad = new Set<string>()
  const receiver = await openReceiver(harness, ({ account_number }) =>
    bad.has(account_number) ? answer : 200,
  )
  await only(receiver, async () => {
    for (let n = 0; n < accounts; n += 1) bad.add((await open()).pin)
    for (let hours = 0; hours < 12; hours += 1) {
      await sendFeed(harness)
      harness.clock.advance(HOUR)
    }
    await sendFeed(harness)
    // Nothing else was sent, so the endpoint seemed to be down: a short pause.
    harness.clock.advance(12 * SECOND)
    const first = await open()
    await sendFeed(harness)
    expect(arrived(receiver, first.pin)).toBe(true)
    // It is now known to accept events: no pause at all.
    for (let hours = 0; hours < 12; hours += 1) {
      harness.clock.advance(HOUR)
      await sendFeed(harness)
      const next = await open()
      await sendFeed(harness)
      expect(arrived(receiver, next.pin)).toBe(true)
    }
  })
})

test('new events are sent before those that were refused', async () => {
  let bad = ''
  const receiver = await openReceiver(harness, ({ account_number }) => (account_number === bad ? 500 : 200))
  await only(receiver, async () => {
    bad = (await open()).pin
    await sendFeed(harness)
    harness.clock.advance(MINUTE)
    const next = await open()
    await sendFeed(harness)
    expect(receiver.received.map(({ account_number }) => account_number)).toEqual([bad, next.pin, bad])
  })
})
