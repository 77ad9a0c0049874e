import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { launchProduct, type Product } from '../scripts/launch-product.ts'
import { type Postgres, startPostgres } from '../scripts/start-postgres.ts'

describe.concurrent('behind a proxy', () => {
  let postgres: Postgres

  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres.stop())

  test('when stopped behind a proxy, it reports not ready and serves until the proxy has noticed', async ({
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

/** Like a proxy: it probes, and sends visitors while the last probe succeeded. */
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
