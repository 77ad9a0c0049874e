import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { isRefused, type Refused } from '#server/platform/refusal.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { listEndpoints } from './endpoints.ts'
import { listAccountEvents } from './events.ts'
import { listFeedKeys } from './keys.ts'
import { operateFeed } from './operate-feed.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const by = () => ({ actor: 'operator:tests', now: harness.clock.now() })
const refusing = (text: string) => ({ errors: expect.stringContaining(text) })
const lastAction = async () =>
  (
    await harness.db.one<{ action: string }>(sql`
    select action from audit where actor = 'operator:tests' order by id desc limit 1`)
  ).action
const add = (url: string, from?: number) => {
  const { db, config } = harness
  return operateFeed.addEndpoint(db, by(), { url, ...(from ? { from } : {}) }, config.secrets)
}
function accepted<Done>(done: Done | Refused): Done {
  if (isRefused(done)) throw new Error(String(done.errors))
  return done
}

test('an endpoint is added, rotated, resumed, replayed and removed, each with an audit entry', async () => {
  const { db, config } = harness
  const { id, secret } = accepted(await add('https://dialer.example.com/events', 1))
  expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32)
  expect(await lastAction()).toBe('feed-endpoint-added')
  expect(await listEndpoints(db, { after: 0, limit: 10 })).toMatchObject([
    { id, url: 'https://dialer.example.com/events', state: 'active', sentThrough: 0 },
  ])
  const rotating = { id, formerLastsHours: 24 }
  const rotated = accepted(await operateFeed.rotateEndpoint(db, by(), rotating, config.secrets))
  expect(rotated.secret).not.toBe(secret)
  expect(await lastAction()).toBe('feed-endpoint-rotated')
  await operateFeed.resumeEndpoint(db, by(), { id })
  expect(await lastAction()).toBe('feed-endpoint-resumed')
  await operateFeed.replay(db, by(), { id, from: 1 })
  expect(await lastAction()).toBe('feed-replayed')
  expect(await operateFeed.replay(db, by(), { id, from: 999_999_999 })).toMatchObject(
    refusing('There is no such position yet'),
  )
  // The audit log has no secret, and the table none in plain text.
  const { kept } = await db.one<{ kept: string }>(sql`
    select (select string_agg(details::text, '') from audit) || (select string_agg(e::text, '') from feed_endpoints e) as kept`)
  for (const one of [secret, rotated.secret]) expect(kept).not.toContain(one.slice(6))
  await operateFeed.removeEndpoint(db, by(), { id })
  expect(await lastAction()).toBe('feed-endpoint-removed')
  expect(await listEndpoints(db, { after: 0, limit: 10 })).toEqual([])
})

test('an invalid endpoint is refused with a message', async () => {
  const { db, config } = harness
  expect(await add('http://dialer.example.com/')).toMatchObject(refusing('must begin with https:'))
  expect(await add('ftp://127.0.0.1/')).toMatchObject(refusing('must begin with https:'))
  expect(await add('https://me:secret@dialer.example.com/')).toMatchObject(
    refusing('must not have a user name'),
  )
  for (const host of ['169.254.169.254', '[fe80::1]', '0.0.0.0', '[::]', '239.1.1.1', '[ff02::1]'])
    expect(await add(`https://${host}/`)).toMatchObject(
      refusing('must not have a link-local, unspecified or multicast'),
    )
  expect(await add('dialer')).toMatchObject(refusing('Enter a URL'))
  const none = { id: 99 }
  for (const answer of [
    await operateFeed.rotateEndpoint(db, by(), { ...none, formerLastsHours: 24 }, config.secrets),
    await operateFeed.resumeEndpoint(db, by(), none),
    await operateFeed.removeEndpoint(db, by(), none),
    await operateFeed.replay(db, by(), { ...none, from: 1 }),
  ])
    expect(answer).toMatchObject(refusing('There is no endpoint 99.'))
})

test('a key is shown once and stored as a hash; names are unique', async () => {
  const { db } = harness
  const { key } = accepted(await operateFeed.addKey(db, by(), 'dialer'))
  expect(key).toMatch(/^fdk_/)
  expect(await operateFeed.addKey(db, by(), 'dialer')).toMatchObject(refusing('already a key named dialer'))
  expect(await listFeedKeys(db)).toMatchObject([{ name: 'dialer', lastUsedAt: null }])
  const { kept } = await db.one<{ kept: string }>(
    sql`select (select string_agg(details::text, '') from audit) || (select string_agg(k::text, '') from feed_keys k) as kept`,
  )
  expect(kept).not.toContain(key)
  const [{ id } = { id: 0 }] = await listFeedKeys(db)
  expect(accepted(await operateFeed.removeKey(db, by(), id))).toEqual({ name: 'dialer' })
  expect(await lastAction()).toBe('feed-key-removed')
  expect(await operateFeed.removeKey(db, by(), id)).toMatchObject(refusing(`There is no key ${id}.`))
})

test('lists the last events of an account in order', async () => {
  const { accountId, agentId } = await addAccount(harness.db, { email: freshEmail() })
  await harness.db.run(sql`update agents set removed_at = now() where id = ${agentId}`)
  const typesOf = async (limit: number) =>
    (await listAccountEvents(harness.db, accountId, limit)).map(({ type }) => type)
  expect(await typesOf(100)).toEqual(['account.set_up', 'person.added', 'person.removed'])
  expect(await typesOf(2)).toEqual(['person.added', 'person.removed'])
})
