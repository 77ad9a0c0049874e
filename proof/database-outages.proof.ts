import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { launchProduct, type Product } from '../scripts/launch-product.ts'
import { type Postgres, startPostgres } from '../scripts/start-postgres.ts'
import { freshDatabase } from './kit/fresh-database.ts'
import { form, keepAsking } from './kit/load.ts'
import { isFull, size } from './kit/size.ts'

let postgres: Postgres
let instances: Product[]
let operator: pg.Client
let requestCount = 0

beforeAll(async () => {
  postgres = await startPostgres({ settings: { fsync: 'on', synchronous_commit: 'on' } })
  const shortly = isFull ? {} : { NODE_OPTIONS: '--import=./proof/kit/figures-kept-shortly.ts' }
  const url = await freshDatabase(postgres.url, 'desk')
  instances = [await launchProduct({ ...env(url), ...shortly }), await launchProduct(env(url))]
  operator = await connect(url)
})
afterAll(async () => {
  await Promise.all(instances.map((instance) => instance.stop()))
  await operator.end().catch(() => {})
  await postgres.stop()
})
beforeEach(() => becomesReady(200))

const METRICS_TOKEN = 'm'.repeat(40)
const env = (url: string) => ({
  DATABASE_URL: url,
  SECRETS: 'x'.repeat(40),
  METRICS_TOKEN,
  TRUST_PROXY: '1',
})

/** A connection beside the product, without its settings. */
async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, options: '-c default_transaction_read_only=off' })
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Counts an attempt, so it writes. */
function lookUp(instance = instances[0]): Promise<Response> {
  requestCount += 1
  return fetch(`${instance?.url}/rest/auth/check_agent_email/`, {
    method: 'POST',
    body: form({ email: `outage-${requestCount}@example.com` }),
    headers: { 'x-forwarded-for': `198.18.${Math.floor(requestCount / 250) % 250}.${requestCount % 250}` },
  })
}

async function expectUnavailable(answer: Response): Promise<void> {
  expect(answer.status).toBe(503)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
}

const becomesReady = (status: number) =>
  expect
    .poll(async () => (await fetch(`${instances[0]?.url}/ready`)).status, { timeout: 20_000, interval: 100 })
    .toBe(status)

async function readMetric(name: string): Promise<string | undefined> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  const text = await (await fetch(`${instances[0]?.url}/metrics`, { headers })).text()
  return new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1]
}

test('a table that stays locked answers 503 with Retry-After, and works again once unlocked', async () => {
  await operator.query('begin; lock table limits in access exclusive mode')
  await expectUnavailable(await lookUp())
  await operator.query('rollback')
  expect((await lookUp()).status).toBe(200)
})

test('a read-only database means 503 and not ready; the same instance recovers when it takes writes', async () => {
  await operator.query('alter system set default_transaction_read_only = on')
  await operator.query('select pg_reload_conf()')
  await expect.poll(async () => (await lookUp()).status, { timeout: 10_000 }).toBe(503)
  await expectUnavailable(await lookUp())
  await becomesReady(503)
  expect((await fetch(`${instances[0]?.url}/health`)).status).toBe(200)
  await operator.query('alter system reset default_transaction_read_only')
  await operator.query('select pg_reload_conf()')
  await expect.poll(async () => (await lookUp()).status, { timeout: 10_000 }).toBe(200)
  await becomesReady(200)
})

test('a full disk makes an instance not ready, even though a row can still be updated', async () => {
  const { rows } = await operator.query('show data_directory')
  const temporary = join(rows[0].data_directory, 'base/pgsql_tmp')
  await rm(temporary, { recursive: true, force: true })
  await writeFile(temporary, '')
  await becomesReady(503)
  await operator.query('update heartbeats set beat_at = now()')
  await rm(temporary)
  await becomesReady(200)
})

test('while the database is down, the metrics answer and say so', async () => {
  expect(await readMetric('database_up')).toBe('1')
  await postgres.kill()
  await becomesReady(503)
  await expect.poll(() => readMetric('database_up'), { timeout: 30_000, interval: 500 }).toBe('0')
  expect(await readMetric('database_writable')).toBe('0')
  expect(await readMetric('mails_waiting')).toBeUndefined()
  await postgres.restart()
  await becomesReady(200)
  await expect.poll(() => readMetric('mails_waiting'), { timeout: 30_000, interval: 500 }).toBe('0')
})

test('PostgreSQL restarts under load: no instance ends, no 500, healthy within five seconds', async () => {
  const restarts = size(1, 5)
  let isOver = false
  const streams = instances.map((instance) =>
    keepAsking(() => lookUp(instance), { atOnce: 4, until: () => isOver }),
  )
  for (let round = 0; round < restarts; round += 1) {
    await postgres.restart()
    const back = performance.now()
    for (const instance of instances) {
      await expect
        .poll(async () => (await fetch(`${instance.url}/ready`).catch(() => undefined))?.status, {
          timeout: size(60_000, 5_000),
          interval: 50,
        })
        .toBe(200)
    }
    if (isFull) expect(performance.now() - back).toBeLessThan(5_000)
  }
  const settled = performance.now()
  await expect.poll(() => performance.now() - settled, { timeout: 5_000 }).toBeGreaterThan(1_000)
  isOver = true
  const answers = (await Promise.all(streams)).flat()

  expect(instances.map((instance) => instance.hasEnded())).toEqual([false, false])
  const statuses = new Set(answers.map((answer) => answer.status))
  expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([])
  expect(statuses).toContain(503)
  // One sent while it was away may be answered later.
  const sentAfter = answers.filter(({ atMs, tookMs }) => atMs - tookMs > settled)
  expect(sentAfter).not.toEqual([])
  expect(sentAfter.every(({ status }) => status === 200)).toBe(true)
  for (const instance of instances) expect(instance.output()).not.toContain('a bug answered 500')
})

test('two instances that start together on an empty database both come up', async () => {
  const url = await freshDatabase(postgres.url, 'empty')
  const both = await Promise.all([launchProduct(env(url)), launchProduct(env(url))])
  expect(await Promise.all(both.map((product) => product.stop()))).toEqual([true, true])
})

test('an instance finds the writable host among several', async () => {
  const url = await freshDatabase(postgres.url, 'several')
  const { host } = new URL(url)
  const product = await launchProduct(env(url.replace(host, `127.0.0.1:1,${host}`)))
  expect(await product.stop()).toBe(true)
})
