// On PostgreSQL: events are numbered after commits that overlap.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FeedEvent, listEntitlements, readEntitlements, readEvents } from '#contract/features/feed.ts'
import type { Call } from '#contract/wire/call.ts'
import { listFeedKeys } from '#server/accounts/feed/keys.ts'
import { operateFeed } from '#server/accounts/feed/operate-feed.ts'
import { sql } from '#server/platform/db/sql.ts'
import { isRefused } from '#server/platform/refusal.ts'
import { DAY, MINUTE } from '#server/ports/clock.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { openReceiver } from '#server/test-kit/feed-receiver.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { send } from '#server/test-kit/send.ts'
import { signedInAs } from '#server/test-kit/signed-in.ts'
import { deleteOldEvents, sendFeed } from './jobs.ts'

let harness: Harness
let key = ''
beforeAll(async () => {
  harness = await openHarness()
  key = await addKey('dialer')
})
afterAll(() => harness.close())

const by = () => ({ actor: 'operator:tests', now: harness.clock.now() })
async function addKey(name: string): Promise<string> {
  const added = await operateFeed.addKey(harness.db, by(), name)
  return isRefused(added) ? '' : added.key
}

const ask = (
  call: Call,
  requests: Record<string, string> = {},
  parts = {},
  headers: Record<string, string> = {},
) =>
  send(harness, call, requests as never, { parts, headers: { authorization: `Bearer ${key}`, ...headers } })
const open = () => harness.db.transaction((tx) => addAccount(tx, { email: freshEmail() }))
const turn = (agentId: number) =>
  harness.db.run(
    sql`update agents set role = case role when 'user' then 'admin' else 'user' end where id = ${agentId}`,
  )

test('events are read page by page, in order, as they are sent', async () => {
  const receiver = await openReceiver(harness, undefined, 1)
  const { pin, agentId } = await open()
  for (let n = 0; n < 5; n += 1) await turn(agentId)
  const read: FeedEvent[] = []
  for (let after = 0; ; ) {
    const { status, body } = await ask(readEvents, { after: String(after), limit: '2' })
    expect(status).toBe(200)
    const page = body as { events: FeedEvent[]; next_after: number; has_more: boolean }
    read.push(...page.events)
    after = page.next_after
    if (!page.has_more) break
  }
  expect(read.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6].map((n) => `evt_${pin}_${n}`))
  await sendFeed(harness)
  expect(receiver.received).toEqual(read)
  receiver.close()
  const { body } = await ask(readEntitlements, {}, { number: pin })
  expect(body).toEqual({ account_number: pin, sequence: 6, entitlements: read.at(-1)?.entitlements })
})

test('a new receiver reads all accounts, then continues from the given position', async () => {
  const one = await open()
  const { body: first } = await ask(listEntitlements, { limit: '1' })
  const { next_after: after, position } = first as { next_after: string; position: number }
  await turn(one.agentId)
  const { body: rest } = await ask(listEntitlements, { after })
  const listed = [first, rest].flatMap(
    (page) => (page as { accounts: { account_number: string }[] }).accounts,
  )
  const { count } = await harness.db.one<{ count: number }>(sql`select count(*) as count from entitlements`)
  expect(new Set(listed.map((account) => account.account_number)).size).toBe(count)
  expect(rest.next_after).toBeNull()
  const { body } = await ask(readEvents, { after: String(position) })
  expect((body as { events: FeedEvent[] }).events).toMatchObject([{ account_number: one.pin, sequence: 2 }])
})

test('only a feed key opens it: no session, no token, no removed key', async () => {
  const { pin } = await open()
  const email = freshEmail()
  await harness.db.transaction((tx) => addAccount(tx, { email }))
  const { cookies } = await signedInAs(harness, { email })
  for (const [call, parts] of [
    [readEvents, {}],
    [listEntitlements, {}],
    [readEntitlements, { number: pin }],
  ] as const) {
    for (const authorization of ['', 'Bearer made-up', 'Basic ZmVlZDpmZWVk', `Bearer ${key}x`]) {
      const headers = { authorization, cookie: `session=${cookies.session ?? ''}` }
      const answer = await ask(call, {}, parts, headers)
      expect([answer.status, answer.body.error]).toEqual([401, 'invalid_token'])
      expect(String(answer.headers['www-authenticate'])).toMatch(/^Bearer realm="/)
      expect(answer.body.error_description).toContain('Show a key of the feed')
    }
  }
  const second = { authorization: `Bearer ${await addKey('second key')}` }
  expect((await ask(readEvents, {}, {}, second)).status).toBe(200)
  await operateFeed.removeKey(harness.db, by(), (await listFeedKeys(harness.db)).at(-1)?.id ?? 0)
  expect((await ask(readEvents, {}, {}, second)).status).toBe(401)
  expect((await ask(readEvents)).status).toBe(200)
})

test('invalid requests are refused with a message', async () => {
  for (const after of ['-1', 'x', '1.5', '9999999999999999']) {
    const answer = await ask(readEvents, { after })
    expect([answer.status, answer.body.error_description]).toEqual([
      400,
      'after must be a position: a whole number from 0 on.',
    ])
  }
  expect((await ask(readEvents, { after: '999999' })).body.error_description).toContain(
    'no event at this position',
  )
  for (const limit of ['0', '501', 'all'])
    expect((await ask(readEvents, { limit })).body.error_description).toBe(
      'limit must be a whole number from 1 to 500.',
    )
  expect((await ask(listEntitlements, { after: 'x' })).status).toBe(400)
  const twice = await harness.app.inject({
    url: '/api/events?after=1&after=2',
    headers: { authorization: `Bearer ${key}` },
  })
  expect(twice.statusCode).toBe(400)
  const unknown = await ask(readEntitlements, {}, { number: '999999' })
  expect([unknown.status, unknown.body.error_description]).toEqual([
    404,
    'There is no account with this number, or it is not set up yet.',
  ])
})

test('a key that asks too often is told to wait', async () => {
  harness.clock.advance(MINUTE)
  const first = await ask(readEvents)
  expect(first.status).toBe(200)
  await harness.db.run(sql`update limits set points = 600 where key like 'feed-key:%'`)
  const late = await ask(readEvents)
  expect([late.status, Number(late.headers['retry-after'])]).toEqual([429, 60])
  harness.clock.advance(MINUTE)
  expect((await ask(readEvents)).status).toBe(200)
})

test('events are kept for 30 days; receivers further behind must restart from the entitlements', async () => {
  const { db, clock } = harness
  const { pin, agentId } = await open()
  await ask(readEvents)
  await db.run(sql`update feed_events set occurred_at = ${new Date(clock.now().getTime() - 31 * DAY)}`)
  await turn(agentId)
  await ask(readEvents)
  await db.run(sql`update feed_events set occurred_at = ${clock.now()} where occurred_at > ${clock.now()}`)
  await deleteOldEvents(harness)
  const answer = await ask(readEvents, { after: '0' })
  expect([answer.status, answer.body.error_description]).toEqual([
    410,
    expect.stringContaining('Read the entitlements of all accounts'),
  ])
  const { deleted } = await db.one<{ deleted: number }>(
    sql`select deleted_through as deleted from feed_state`,
  )
  const { body } = await ask(readEvents, { after: String(deleted) })
  expect((body as { events: FeedEvent[] }).events).toMatchObject([{ account_number: pin, sequence: 2 }])
  expect(await operateFeed.replay(harness.db, by(), { id: 1, from: 1 })).toMatchObject({
    errors: expect.stringContaining('Events are kept from'),
  })
})
