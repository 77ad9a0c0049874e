// On PostgreSQL: two of its requests race.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FeedValues } from '#contract/desk/feed.ts'
import * as calls from '#contract/desk/feed.ts'
import { type Sealed, secretsOf, WAITING_COUNTED } from '#server/accounts/feed/endpoints.ts'
import { sql } from '#server/platform/db/sql.ts'
import { openDesk, type TestDesk } from '#server/test-kit/desk.ts'
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

test('an admin adds an endpoint and a key, with secrets shown once; a helper retries it', async () => {
  const [admin, helper] = [await desk.as('admin'), await desk.as('helper')]
  const url = 'https://dialer.example.com/events'
  expect((await helper.send(calls.addEndpoint, { url, reason: 'x' })).status).toBe(403)
  expect(
    (await admin.send(calls.addEndpoint, { url: 'http://dialer.example.com', reason: 'x' })).status,
  ).toBe(400)
  const added = await admin.send(calls.addEndpoint, { url, reason: 'New dialer' })
  const { secret, values } = added.body.data as { secret: string; values: { endpoints: { id: number }[] } }
  expect(secret).toMatch(/^whsec_/)
  const [{ id } = { id: 0 }] = values.endpoints
  const endpoint = { endpoint_id: id, reason: 'It was down' }
  expect((await helper.send(calls.resumeEndpoint, endpoint)).status).toBe(200)
  expect((await helper.send(calls.removeEndpoint, endpoint)).status).toBe(403)
  const rotated = await admin.send(calls.rotateEndpoint, { ...endpoint, former_lasts_hours: '24' })
  expect((rotated.body.data as { secret: string }).secret).not.toBe(secret)
  // After a double click, the receiver's secret still signs, as does the one between them.
  const again = await admin.send(calls.rotateEndpoint, { ...endpoint, former_lasts_hours: '24' })
  const sealed = await harness.db.one<Sealed>(sql`
    select secret_sealed as secret, former_secrets as former from feed_endpoints where id = ${id}`)
  expect(secretsOf(sealed, harness.config.secrets, harness.clock.now())).toEqual([
    (again.body.data as { secret: string }).secret,
    (rotated.body.data as { secret: string }).secret,
    secret,
  ])
  expect((await admin.send(calls.replayEndpoint, { ...endpoint, from: '1' })).status).toBe(200)
  const key = await admin.send(calls.addFeedKey, { name: 'reader one', reason: 'Reports' })
  expect((key.body.data as { secret: string }).secret).toMatch(/^fdk_/)
  expect((await helper.get('/desk/feed/')).values).toMatchObject({
    endpoints: [{ id, url, state: 'active' }],
    keys: [{ name: 'reader one', lastUsedAt: null }],
  })
  expect((await admin.send(calls.removeEndpoint, endpoint)).status).toBe(200)
  const late = await admin.send(calls.removeEndpoint, endpoint)
  expect([late.status, late.body]).toEqual([404, { errors: 'It was removed already.' }])
})

test('a page from before removes no other key that was made under the same name', async () => {
  const admin = await desk.as('admin')
  const name = 'reader two'
  const make = async () => {
    await admin.send(calls.addFeedKey, { name, reason: 'Reports' })
    const { keys } = (await admin.get('/desk/feed/')).values as FeedValues
    return keys.find((key) => key.name === name)?.id
  }
  const shown = { key_id: await make(), reason: 'It leaked' }
  const removed = await admin.send(calls.removeFeedKey, shown)
  expect(removed.body).toMatchObject({ data: { said: 'The key reader two is removed.' } })
  const replaced = await make()
  const late = await admin.send(calls.removeFeedKey, shown)
  expect([late.status, late.body]).toEqual([404, { errors: 'It was removed already.' }])
  expect((await admin.get('/desk/feed/')).values).toMatchObject({ keys: [{}, { id: replaced, name }] })
})

test('an endpoint with a lost answer is not added twice, even concurrently; the refusal says what to do', async () => {
  const admin = await desk.as('admin')
  const body = { url: 'https://crm.example.com/events', reason: 'New CRM' }
  const answers = await Promise.all([
    admin.send(calls.addEndpoint, body),
    admin.send(calls.addEndpoint, body),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  const { id } = await harness.db.one<{ id: number }>(
    sql`select id from feed_endpoints where url = ${body.url}`,
  )
  const refused = answers.find(({ status }) => status === 400)
  expect(refused?.body.errors).toContain(`it is endpoint ${id}. If nobody has its secret, rotate it`)
  const written = { ...body, url: 'https://CRM.example.com:443/events' }
  expect((await admin.send(calls.addEndpoint, written)).body.errors).toContain(`it is endpoint ${id}.`)
  const rotated = await admin.send(calls.rotateEndpoint, {
    endpoint_id: id,
    reason: 'Its answer was lost',
    former_lasts_hours: '0',
  })
  expect((rotated.body.data as { secret: string }).secret).toMatch(/^whsec_/)
})

test('endpoints are paged, each once, with a bounded count of waiting accounts', async () => {
  const admin = await desk.as('admin')
  await harness.db.run(sql`
    insert into feed_endpoints (url, secret_sealed, key_id, sent_through, next_at, created_at)
    select 'https://many.example/' || n, 'sealed', 'key', 0, now(), now() from generate_series(1, 120) n`)
  const page = async (after: number) =>
    (await admin.get(`/desk/feed/?after=${after}`)).values as unknown as FeedValues
  const ids: number[] = []
  let shown = await page(0)
  for (; shown.hasMore; shown = await page(ids.at(-1) ?? 0)) ids.push(...shown.endpoints.map(({ id }) => id))
  ids.push(...shown.endpoints.map(({ id }) => id))
  const { count } = await harness.db.one<{ count: number }>(sql`select count(*) from feed_endpoints`)
  expect([ids.length, new Set(ids).size]).toEqual([count, count])
  expect((await page(9_999_999)).endpoints).toEqual([])

  const [after = 0, id = 0] = ids.slice(60)
  await harness.db.run(sql`
    insert into accounts (pin, company, status, status_since, created_at)
    select (100000 + n)::text, 'Many', 'active', now(), now() from generate_series(1, ${WAITING_COUNTED + 1}::integer) n`)
  await harness.db.run(sql`
    insert into feed_backlog (endpoint_id, account_id, next_sequence, tries, next_at)
    select ${id}::bigint, id, 1, 1, now() from accounts order by id limit ${WAITING_COUNTED + 1}`)
  const request = { endpoint_id: id, after: String(after), reason: 'It was down' }
  const { body } = await admin.send(calls.resumeEndpoint, request)
  const { values } = body.data as { values: FeedValues }
  expect(values).toMatchObject({
    after,
    endpoints: { length: 50, 0: { id, accountsWaiting: WAITING_COUNTED, hasMoreWaiting: true } },
  })
  expect((await admin.get(`/desk/feed/?after=${after}`)).html).toContain(`More than ${WAITING_COUNTED}`)
})
