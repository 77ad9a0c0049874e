import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, type ExpectStatic, test } from 'vitest'
import { launchProduct, type Product } from '../scripts/launch-product.ts'
import { type Postgres, startPostgres } from '../scripts/start-postgres.ts'
import { isFull } from './kit/size.ts'

const oneByOne = { concurrent: false }

// Both wait most of the time, each beside its own PostgreSQL.
describe.concurrent('while something is wrong with the database', () => {
  let postgres: Postgres
  let product: Product
  let admin: Client

  beforeAll(async () => {
    postgres = await startPostgres()
    admin = new Client({ connectionString: postgres.url, options: '-c default_transaction_read_only=off' })
    admin.on('error', () => {})
    await admin.connect()
    product = await launchProduct({
      DATABASE_URL: postgres.url,
      SECRETS: 'x'.repeat(40),
      ...(isFull ? {} : { NODE_OPTIONS: '--import=./proof/kit/figures-kept-shortly.ts' }),
    })
  })
  afterAll(async () => {
    await product.kill()
    await admin.end().catch(() => {})
    await postgres.stop()
  })

  const becomes = (expect: ExpectStatic, status: number) =>
    expect
      .poll(async () => (await fetch(`${product.url}/ready`)).status, { timeout: 20_000, interval: 100 })
      .toBe(status)

  async function readMetric(name: string): Promise<string | undefined> {
    const text = await (await fetch(`${product.url}/metrics`)).text()
    return new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1]
  }

  test(
    'a database that turns read-only makes an instance not ready until it takes writes again',
    oneByOne,
    async ({ expect }) => {
      await becomes(expect, 200)
      await admin.query('alter system set default_transaction_read_only = on')
      await admin.query('select pg_reload_conf()')
      await becomes(expect, 503)
      expect((await fetch(`${product.url}/health`)).status).toBe(200)
      await admin.query('alter system reset default_transaction_read_only')
      await admin.query('select pg_reload_conf()')
      await becomes(expect, 200)
    },
  )

  test(
    'a disk that takes no more files makes an instance not ready, though a row can still be updated',
    oneByOne,
    async ({ expect }) => {
      await becomes(expect, 200)
      const { rows } = await admin.query('show data_directory')
      const temporary = join(rows[0].data_directory, 'base/pgsql_tmp')
      await rm(temporary, { recursive: true, force: true })
      await writeFile(temporary, '')
      await becomes(expect, 503)
      await admin.query('update heartbeats set beat_at = now()')
      await rm(temporary)
      await becomes(expect, 200)
    },
  )

  test('while the database is away the metrics answer, and say so', oneByOne, async ({ expect }) => {
    await becomes(expect, 200)
    expect(await readMetric('database_up')).toBe('1')
    await postgres.kill()
    await becomes(expect, 503)
    await expect.poll(() => readMetric('database_up'), { timeout: 30_000, interval: 500 }).toBe('0')
    expect(await readMetric('database_writable')).toBe('0')
    expect(await readMetric('mails_waiting')).toBeUndefined()
    await postgres.restart()
    await becomes(expect, 200)
    await expect.poll(() => readMetric('mails_waiting'), { timeout: 30_000, interval: 500 }).toBe('0')
  })
})

describe.concurrent('behind a proxy', () => {
  let postgres: Postgres

  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres.stop())

  test('told to end behind a proxy, it says so and serves until the proxy has noticed', async ({
    expect,
  }) => {
    const target = await launchProduct({ DATABASE_URL: postgres.url, SECRETS: 'x'.repeat(40) })
    const proxy = await beProxy(target)
    await expect.poll(() => proxy.seen.ready, { timeout: 20_000 }).toBeGreaterThan(3)
    const began = performance.now()
    const stopped = target.stop()
    await expect.poll(() => proxy.seen.stopping, { timeout: 20_000 }).toBeGreaterThan(3)
    const late = await fetch(`${target.url}/login/`)
    expect([late.status, late.headers.get('connection')]).toEqual([200, 'close'])
    expect(await stopped).toBe(true)
    expect(performance.now() - began).toBeGreaterThan(6_000)
    await proxy.done
    expect(proxy.seen.served).toBeGreaterThan(0)
    expect(proxy.seen.failed).toBe(0)
  })

  test.for([
    ['Ctrl-C', ['SIGINT'], 0],
    ['a second signal', ['SIGTERM', 'SIGTERM'], 1],
  ] as const)('%s does not wait for the proxy', async ([_, signals, code], { expect }) => {
    const target = await launchProduct({ DATABASE_URL: postgres.url, SECRETS: 'x'.repeat(40) })
    const proxy = await beProxy(target)
    await expect.poll(() => proxy.seen.ready, { timeout: 20_000 }).toBeGreaterThan(3)
    const began = performance.now()
    for (const signal of signals) {
      process.kill(target.pid, signal)
      await expect
        .poll(() => target.hasEnded() || proxy.seen.stopping > 0, { timeout: 20_000, interval: 20 })
        .toBe(true)
    }
    expect(await target.ended).toBe(code)
    expect(performance.now() - began).toBeLessThan(6_000)
    await proxy.done
  })
})

/** What a proxy does: it probes, and sends visitors while the last probe was good. */
async function beProxy(target: Product) {
  const seen = { ready: 0, stopping: 0, failed: 0, served: 0 }
  let isIn = true
  const probing = (async () => {
    while (!target.hasEnded()) {
      const answer = await fetch(`${target.url}/ready`).catch(() => undefined)
      isIn = answer?.status === 200
      if (isIn) seen.ready += 1
      else if (answer?.status === 503) seen.stopping += 1
      await pause(200)
    }
  })()
  const sending = (async () => {
    while (!target.hasEnded()) {
      if (isIn) {
        const answer = await fetch(`${target.url}/login/`).catch(() => undefined)
        await answer?.text().catch(() => {})
        if (answer?.status === 200) seen.served += 1
        else seen.failed += 1
      } else await pause(5)
    }
  })()
  return { seen, done: Promise.all([probing, sending]) }
}
