import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { operatorOf } from '#server/test-kit/operator.ts'

let harness: Harness
let operator: ReturnType<typeof operatorOf>
beforeAll(async () => {
  harness = await openHarness()
  operator = operatorOf(harness)
})
afterAll(() => harness.close())

const secretIn = (text: string) => /whsec_[\w+/=]+/.exec(text)?.[0] ?? ''

test('an endpoint is added, rotated, resumed, replayed and removed, each with its audit entry', async () => {
  const added = await operator.run(
    'feed',
    'endpoint',
    'add',
    'https://dialer.example.com/events',
    '--from',
    '1',
  )
  expect(Buffer.from(secretIn(added.text).slice(6), 'base64')).toHaveLength(32)
  expect(await operator.lastAuditEntry()).toBe('feed-endpoint-added')
  const [endpoint] = (await operator.run('feed', 'endpoint', 'list')).rows('endpoints')
  expect(endpoint).toMatchObject({
    url: 'https://dialer.example.com/events',
    state: 'active',
    sentThrough: 0,
  })
  const id = String(endpoint?.id)
  const rotated = await operator.run('feed', 'endpoint', 'rotate', id)
  expect(secretIn(rotated.text)).not.toBe(secretIn(added.text))
  expect(await operator.lastAuditEntry()).toBe('feed-endpoint-rotated')
  await operator.run('feed', 'endpoint', 'resume', id)
  expect(await operator.lastAuditEntry()).toBe('feed-endpoint-resumed')
  await operator.run('feed', 'replay', id, '--from', '1')
  expect(await operator.lastAuditEntry()).toBe('feed-replayed')
  expect(await operator.refused('feed', 'replay', id, '--from', '999999999')).toContain(
    'There is no such position yet',
  )
  // Neither the list nor the audit log holds a secret, and the table holds none that can be read.
  const { kept } = await harness.db.one<{ kept: string }>(sql`
    select (select string_agg(details::text, '') from audit) || (select string_agg(e::text, '') from feed_endpoints e) as kept`)
  for (const secret of [added.text, rotated.text].map(secretIn)) expect(kept).not.toContain(secret.slice(6))
  await operator.run('feed', 'endpoint', 'remove', id)
  expect(await operator.lastAuditEntry()).toBe('feed-endpoint-removed')
  expect((await operator.run('feed', 'endpoint', 'list')).rows('endpoints')).toEqual([])
})

test('what cannot be an endpoint is refused in words', async () => {
  const add = (url: string) => operator.refused('feed', 'endpoint', 'add', url)
  expect(await add('http://dialer.example.com/')).toContain('must begin with https:')
  expect(await add('ftp://127.0.0.1/')).toContain('must begin with https:')
  expect(await add('https://me:secret@dialer.example.com/')).toContain('must not have a user name')
  for (const host of ['169.254.169.254', '[fe80::1]', '0.0.0.0', '[::]', '239.1.1.1', '[ff02::1]'])
    expect(await add(`https://${host}/`)).toContain('must not have a link-local, unspecified or multicast')
  expect(await add('dialer')).toContain('Enter a URL')
  for (const verb of ['rotate', 'resume', 'remove']) {
    expect(await operator.refused('feed', 'endpoint', verb, '99')).toContain('There is no endpoint 99')
    expect(await operator.refused('feed', 'endpoint', verb, 'x')).toContain('Which endpoint?')
  }
  expect(await operator.refused('feed', 'replay', '99')).toContain('--from must be a position')
  expect(await operator.refused('feed', 'replay', '99', '--from', '1')).toContain('There is no endpoint 99')
})

test('a key is shown once and kept as a hash; no two have the same name', async () => {
  const { text } = await operator.run('feed', 'key', 'add', 'dialer')
  const key = /fdk_[\w-]+/.exec(text)?.[0] ?? ''
  expect(await operator.refused('feed', 'key', 'add', 'dialer')).toContain('already a key named dialer')
  const listed = await operator.run('feed', 'key', 'list')
  expect(listed.rows('keys')).toMatchObject([{ name: 'dialer', lastUsedAt: null }])
  expect(listed.text).not.toContain(key)
  await operator.run('feed', 'key', 'remove', 'dialer')
  expect(await operator.lastAuditEntry()).toBe('feed-key-removed')
  expect(await operator.refused('feed', 'key', 'remove', 'dialer')).toContain('There is no key named dialer')
})

test('the events of an account are shown in order', async () => {
  const { pin, agentId } = await addAccount(harness.db, { email: freshEmail() })
  await harness.db.run(sql`update agents set removed_at = now() where id = ${agentId}`)
  expect((await operator.run('feed', 'show', pin)).rows('events').map(({ type }) => type)).toEqual([
    'account.set_up',
    'person.added',
    'person.removed',
  ])
})
