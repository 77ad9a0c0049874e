import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchProduct, type Product } from '../scripts/launch-product.ts'
import { type Postgres, startPostgres } from '../scripts/start-postgres.ts'
import { form, keepAsking } from './kit/load.ts'
import { isFull, size } from './kit/size.ts'

let postgres: Postgres
let instances: Product[]

beforeAll(async () => {
  postgres = await startPostgres({ settings: { fsync: 'on', synchronous_commit: 'on' } })
  const env = { DATABASE_URL: postgres.url, SECRETS: 'x'.repeat(40), TRUST_PROXY: '1' }
  instances = [await launchProduct(env), await launchProduct(env)]
})
afterAll(async () => {
  await Promise.all(instances.map((instance) => instance.stop()))
  await postgres.stop()
})

test('PostgreSQL restarts under load: no instance ends, no answer is a 500, and all is well within five seconds', async () => {
  const restarts = size(1, 5)
  let isOver = false
  const streams = instances.map((instance) =>
    keepAsking(
      (number) =>
        fetch(`${instance.url}/rest/auth/check_agent_email/`, {
          method: 'POST',
          body: form({ email: `load-${instance.port}-${number}@example.com` }),
          headers: { 'x-forwarded-for': `198.18.${Math.floor(number / 250) % 250}.${number % 250}` },
        }),
      { atOnce: 4, until: () => isOver },
    ),
  )
  const backAt: number[] = []
  for (let round = 0; round < restarts; round += 1) {
    await postgres.restart()
    const back = performance.now()
    backAt.push(back)
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
  // One that was sent while it was away may be answered later.
  const sentAfter = answers.filter(({ atMs, tookMs }) => atMs - tookMs > settled)
  expect(sentAfter).not.toEqual([])
  expect(sentAfter.every(({ status }) => status === 200)).toBe(true)
  for (const instance of instances) expect(instance.output()).not.toContain('a bug answered 500')
})
