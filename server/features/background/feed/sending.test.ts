// On PostgreSQL: events are numbered after commits that overlap.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FeedEvent } from '#contract/features/feed.ts'
import { replayEndpoint, resumeEndpoint, rotateEndpoint } from '#server/accounts/feed/endpoints.ts'
import { assignPositions } from '#server/accounts/feed/events.ts'
import { sql } from '#server/platform/db/sql.ts'
import { isRefused } from '#server/platform/refusal.ts'
import { DAY, HOUR, later, MINUTE } from '#server/ports/clock.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { isSigned, openReceiver, type Receiver } from '#server/test-kit/feed-receiver.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { resolveNamesTo } from '#server/test-kit/resolve-names.ts'
import { sendFeed } from './jobs.ts'
import { claimEndpoint } from './queries.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const open = () => harness.db.transaction((tx) => addAccount(tx, { email: freshEmail() }))
/** A single event each time. */
const turn = async (agentId: number, times: number) => {
  for (let n = 0; n < times; n += 1)
    await harness.db.run(sql`
      update agents set role = case role when 'user' then 'admin' else 'user' end where id = ${agentId}`)
}
const standing = ({ id }: Receiver) =>
  harness.db.one<{ state: string; tries: number; waiting: number; lastError: string | null }>(sql`
    select state, tries, last_error as "lastError",
      (select count(*) from feed_backlog where endpoint_id = feed_endpoints.id) as waiting
    from feed_endpoints where id = ${id}`)
const told = (events: FeedEvent[], pin: string) =>
  events.filter((event) => event.account_number === pin).map(({ sequence }) => sequence)
/** Serves only this test's receiver. */
async function only(receiver: Receiver, use: () => Promise<void>) {
  try {
    await use()
  } finally {
    receiver.close()
    await harness.db.run(sql`delete from feed_endpoints where id = ${receiver.id}`)
  }
}

test("every event is signed by Standard Webhooks and carries the account's entitlements", async () => {
  const receiver = await openReceiver(harness)
  await only(receiver, async () => {
    const { pin } = await open()
    await sendFeed(harness)
    expect(receiver.received).toMatchObject([
      {
        id: `evt_${pin}_1`,
        type: 'account.set_up',
        account_number: pin,
        sequence: 1,
        entitlements: {
          status: 'active',
          may_dial: true,
          plan: [],
          people: [{ role: 'owner', email: null }],
        },
      },
    ])
    expect(receiver.headers[0]).toMatchObject({
      'webhook-id': `evt_${pin}_1`,
      'content-type': 'application/json',
    })
  })
})

test("an account's events stay in order: the next waits for the former; others continue", async () => {
  let isBroken = true
  const [slow, quick] = [await open(), await open()]
  const receiver = await openReceiver(harness, (event) =>
    isBroken && event.account_number === slow.pin ? 500 : 200,
  )
  await only(receiver, async () => {
    await turn(slow.agentId, 3)
    await turn(quick.agentId, 3)
    await sendFeed(harness)
    expect(told(receiver.received, slow.pin)).toEqual([2])
    expect(told(receiver.received, quick.pin)).toEqual([2, 3, 4])
    // Its pause is not over; a later event of another account is sent.
    await turn(quick.agentId, 1)
    await turn(slow.agentId, 1)
    await sendFeed(harness)
    expect(told(receiver.received, slow.pin)).toEqual([2])
    expect(told(receiver.received, quick.pin)).toEqual([2, 3, 4, 5])
    isBroken = false
    harness.clock.advance(MINUTE)
    await sendFeed(harness)
    expect(told(receiver.received, slow.pin)).toEqual([2, 2, 3, 4, 5])
    expect(await standing(receiver)).toMatchObject({ state: 'active', waiting: 0 })
  })
})

test('a receiver that was down for a week is reported, and gets everything once it answers', async () => {
  let isDown = true
  const receiver = await openReceiver(harness, () => (isDown ? 'no answer' : 200))
  await only(receiver, async () => {
    const accounts = [await open(), await open(), await open(), await open(), await open()]
    for (let hours = 0; hours < 7 * 24; hours += 1) {
      const one = accounts[hours % accounts.length]
      if (hours < 20 && one) await turn(one.agentId, 2)
      await sendFeed(harness)
      harness.clock.advance(HOUR)
      if (hours === 48) expect((await standing(receiver)).state).toBe('active')
    }
    expect(await standing(receiver)).toMatchObject({
      state: 'failing',
      lastError: expect.stringContaining('It cannot be reached'),
    })
    expect(harness.logged()).toContain('has not taken an event for three days')
    // A single request checks whether it answers again.
    expect(receiver.received.length).toBeLessThan(7 * 24 + 8)
    isDown = false
    receiver.received.length = 0
    await sendFeed(harness)
    for (const { pin, accountId } of accounts) {
      const { sequence } = await harness.db.one<{ sequence: number }>(
        sql`select sequence from entitlements where account_id = ${accountId}`,
      )
      expect(told(receiver.received, pin)).toEqual(Array.from({ length: sequence }, (_, n) => n + 1))
    }
    expect(await standing(receiver)).toMatchObject({ state: 'active', waiting: 0, tries: 0 })
    expect(harness.logged()).toContain('takes events again')
  })
})

test('an endpoint that answers 410 is disabled until the operator resumes it', async () => {
  let isGone = true
  const receiver = await openReceiver(harness, () => (isGone ? 410 : 200))
  await only(receiver, async () => {
    const { pin, agentId } = await open()
    await sendFeed(harness)
    await turn(agentId, 1)
    harness.clock.advance(DAY)
    await sendFeed(harness)
    expect(told(receiver.received, pin)).toEqual([1])
    expect((await standing(receiver)).state).toBe('disabled')
    isGone = false
    await resumeEndpoint(harness.db, { id: receiver.id }, harness.clock.now())
    await sendFeed(harness)
    expect(told(receiver.received, pin)).toEqual([1, 1, 2])
  })
})

test('a host that starts to resolve to a link-local IP address gets no events', async () => {
  const receiver = await openReceiver(harness)
  await only(receiver, async () => {
    await harness.db.run(sql`
      update feed_endpoints set url = 'https://dialer.example.com/events' where id = ${receiver.id}`)
    resolveNamesTo('169.254.169.254')
    await open()
    await sendFeed(harness)
    expect(await standing(receiver)).toMatchObject({
      waiting: 1,
      lastError: 'It cannot be reached: 169.254.169.254 is link-local and is not called',
    })
  })
})

test('a redirect is not followed, and does not count as delivery', async () => {
  const receiver = await openReceiver(harness, () => 302)
  await only(receiver, async () => {
    await open()
    await sendFeed(harness)
    expect(receiver.received).toHaveLength(1)
    expect(await standing(receiver)).toMatchObject({
      waiting: 1,
      lastError: expect.stringContaining('answered 302'),
    })
  })
})

test.each(['cut off', 'no end'] as const)(
  'an endpoint that answers 200 has the event, even if the rest of its answer is missing: %s',
  async (answer) => {
    const receiver = await openReceiver(harness, () => answer)
    await only(receiver, async () => {
      const { agentId } = await open()
      await turn(agentId, 2)
      await sendFeed(harness)
      expect(receiver.received.map(({ sequence }) => sequence)).toEqual([1, 2, 3])
      expect(await standing(receiver)).toMatchObject({ state: 'active', tries: 0, waiting: 0 })
    })
  },
)

test('of secrets rotated twice, each signs until its own end', async () => {
  const receiver = await openReceiver(harness)
  await only(receiver, async () => {
    const rotate = async (formerLastsHours: number) => {
      const { db, config, clock } = harness
      const rotated = await rotateEndpoint(
        db,
        { id: receiver.id, formerLastsHours },
        config.secrets,
        clock.now(),
      )
      if (isRefused(rotated)) throw new Error('refused')
      return rotated.secret
    }
    const second = await rotate(24)
    harness.clock.advance(HOUR)
    const third = await rotate(48)
    const { agentId } = await open()
    await sendFeed(harness)
    const [headers = {}] = receiver.headers
    const body = JSON.stringify(receiver.received[0])
    for (const secret of [receiver.secret, second, third]) expect(isSigned(headers, body, secret)).toBe(true)
    // The receiver knows only the first one, and rejects anything not signed with it.
    for (const [hours, left] of [
      [23, 2],
      [25, 1],
    ] as const) {
      harness.clock.advance(hours * HOUR)
      await turn(agentId, 1)
      await sendFeed(harness)
      expect(receiver.received).toHaveLength(1)
      expect(String(receiver.headers.at(-1)?.['webhook-signature']).split(' ')).toHaveLength(left)
    }
    await rotate(24)
    await rotate(0)
    await turn(agentId, 1)
    await sendFeed(harness)
    expect(String(receiver.headers.at(-1)?.['webhook-signature']).split(' ')).toHaveLength(1)
  })
})

test('a replay resends everything from a position on, with the same ids', async () => {
  const receiver = await openReceiver(harness)
  await only(receiver, async () => {
    const { agentId } = await open()
    await turn(agentId, 4)
    await sendFeed(harness)
    const first = receiver.received.map(({ id, position }) => ({ id, position }))
    expect(first).toHaveLength(5)
    const from = first[2]?.position ?? 0
    expect(await replayEndpoint(harness.db, { id: receiver.id, from }, harness.clock.now())).toEqual({
      events: 3,
    })
    await sendFeed(harness)
    expect(receiver.received.slice(5).map(({ id, position }) => ({ id, position }))).toEqual(first.slice(2))
  })
})

test('redelivers with the same ids after a crash, with no second sender before', async () => {
  const receiver = await openReceiver(harness)
  await only(receiver, async () => {
    const { pin, agentId } = await open()
    await sendFeed(harness)
    await turn(agentId, 1)
    await assignPositions(harness.db)
    // Another instance claims it and disappears.
    const claimed = await claimEndpoint(harness.db, harness.clock.now())
    await sendFeed(harness)
    const before = receiver.received.length
    await harness.db.run(
      sql`update feed_endpoints set claimed_until = clock_timestamp() where id = ${receiver.id}`,
    )
    await sendFeed(harness)
    expect(claimed?.id).toBe(receiver.id)
    expect(before).toBe(1)
    expect(told(receiver.received, pin)).toEqual([1, 2])
  })
})

test('an endpoint that asks to retry later gets nothing until then, in seconds or by a date', async () => {
  let busy: { status: number; retryAfter: string } | undefined = { status: 429, retryAfter: '600' }
  const receiver = await openReceiver(harness, () => busy ?? 200)
  await only(receiver, async () => {
    const accounts = [await open(), await open(), await open()]
    const send = async () => {
      receiver.received.length = 0
      await sendFeed(harness)
      return receiver.received.length
    }
    expect(await send()).toBeGreaterThan(0)
    harness.clock.advance(9 * MINUTE)
    expect(await send()).toBe(0)
    busy = { status: 503, retryAfter: later(harness.clock.now(), 6 * MINUTE).toUTCString() }
    harness.clock.advance(MINUTE)
    expect(await send()).toBe(1)
    harness.clock.advance(4 * MINUTE)
    expect(await send()).toBe(0)
    // Half an hour is the maximum.
    busy = { status: 503, retryAfter: '999999999' }
    harness.clock.advance(2 * MINUTE)
    expect(await send()).toBe(1)
    harness.clock.advance(29 * MINUTE)
    expect(await send()).toBe(0)
    busy = undefined
    harness.clock.advance(4 * MINUTE)
    expect(await send()).toBe(accounts.length)
    expect(await standing(receiver)).toMatchObject({ state: 'active', waiting: 0, tries: 0 })
  })
})
