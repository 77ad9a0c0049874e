import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { launchProduct, type Product, spawnProduct } from '../scripts/launch-product.ts'
import { type Postgres, startPostgres } from '../scripts/start-postgres.ts'
import { form } from './kit/load.ts'

let postgres: Postgres
let instance: Product

beforeAll(async () => {
  postgres = await startPostgres()
  instance = await launchProduct(env(await freshDatabase('desk')))
})
afterAll(async () => {
  await instance.stop()
  await postgres.stop()
})

const env = (url: string) => ({ DATABASE_URL: url, SECRETS: 'x'.repeat(40), TRUST_PROXY: '1' })

async function freshDatabase(name: string): Promise<string> {
  await operate(postgres.url, `create database ${name}`)
  return urlOf(name)
}

function urlOf(name: string): string {
  const url = new URL(postgres.url)
  url.pathname = `/${name}`
  return url.href
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

/** Statements of an operator beside the product. */
async function operate(url: string, ...statements: string[]): Promise<void> {
  const client = await connect(url)
  for (const statement of statements) await client.query(statement)
  await client.end()
}

/** Counts an attempt, so it writes. */
function lookUp(number: number): Promise<Response> {
  return fetch(`${instance.url}/rest/auth/check_agent_email/`, {
    method: 'POST',
    body: form({ email: `outage-${number}@example.com` }),
    headers: { 'x-forwarded-for': `198.18.0.${number}` },
  })
}

async function expectUnavailable(answer: Response): Promise<void> {
  expect(answer.status).toBe(503)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
}

test('a table that someone locks for longer answers 503 with Retry-After, and is used again when it is free', async () => {
  const someone = await connect(urlOf('desk'))
  await someone.query('begin; lock table limits in access exclusive mode')
  await expectUnavailable(await lookUp(1))
  await someone.query('rollback')
  await someone.end()
  expect((await lookUp(1)).status).toBe(200)
})

test('a server that turns read-only answers 503, and the same instance goes on when it takes writes again', async () => {
  await operate(
    postgres.url,
    'alter system set default_transaction_read_only = on',
    'select pg_reload_conf()',
  )
  await expect.poll(async () => (await lookUp(2)).status, { timeout: 10_000 }).toBe(503)
  await expectUnavailable(await lookUp(3))
  await operate(
    postgres.url,
    'set default_transaction_read_only = off',
    'alter system reset default_transaction_read_only',
    'select pg_reload_conf()',
  )
  await expect.poll(async () => (await lookUp(4)).status, { timeout: 10_000 }).toBe(200)
  expect(instance.output()).not.toContain('a bug answered 500')
})

test('two instances that start at one instant on an empty database both come up', async () => {
  const url = await freshDatabase('empty')
  const both = await Promise.all([launchProduct(env(url)), launchProduct(env(url))])
  expect(await Promise.all(both.map((product) => product.stop()))).toEqual([true, true])
})

test('an instance finds the host that takes writes among several', async () => {
  const url = await freshDatabase('several')
  const nobody = new URL(url)
  const hosts = `127.0.0.1:1,${nobody.host}`
  const product = await launchProduct(env(url.replace(nobody.host, hosts)))
  expect(await product.stop()).toBe(true)
})

test('a start that the database refuses says why at once, without a stack', async () => {
  const product = await spawnProduct(env(urlOf('no_such_database')))
  onTestFinished(() => product.kill())
  expect(await product.ended).toBe(1)
  expect(product.output()).toContain('database "no_such_database" does not exist')
  expect(product.output()).not.toContain('    at ')
})

test('a start that waits for the database says what it waits for', async () => {
  const product = await spawnProduct(env('postgres://desk@127.0.0.1:1/desk'))
  onTestFinished(() => product.kill())
  await expect
    .poll(() => product.output(), { timeout: 20_000 })
    .toContain('Waiting for the database: connect ECONNREFUSED')
})

test('a start that a pooler refuses quotes its reason while it waits', async () => {
  const refusal = 'SFATAL\0C08P01\0Munsupported startup parameter: speed\0\0'
  const message = Buffer.alloc(5)
  message.write('E')
  message.writeInt32BE(4 + refusal.length, 1)
  const pooler = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end(Buffer.concat([message, Buffer.from(refusal)])))
  }).listen(0, '127.0.0.1')
  await once(pooler, 'listening')
  onTestFinished(() => void pooler.close())
  const product = await spawnProduct(
    env(`postgres://desk@127.0.0.1:${(pooler.address() as AddressInfo).port}/desk`),
  )
  onTestFinished(() => product.kill())
  await expect
    .poll(() => product.output(), { timeout: 20_000 })
    .toContain('Waiting for the database: unsupported startup parameter: speed')
})
