import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { sql } from '#server/platform/db/sql.ts'
import { SECOND } from '#server/ports/clock.ts'
import { admin } from '#server/test-kit/command-line.ts'
import { launchProduct, type Product, spawnProduct } from '../scripts/launch-product.ts'
import { type Postgres, startPostgres } from '../scripts/start-postgres.ts'
import { form } from './kit/load.ts'
import { seedSubscriptions } from './kit/seed-subscriptions.ts'

const CLOCK_AHEAD = '--import=./proof/faults/clock-ahead.ts'
let postgres: Postgres
let env: { DATABASE_URL: string; SECRETS: string }
/** The instance with the right clock. */
let right: Product
let db: Database

/** The other accounts have their next month weeks away, and limits still counting. */
beforeAll(async () => {
  postgres = await startPostgres()
  env = { DATABASE_URL: postgres.url, SECRETS: 'x'.repeat(40) }
  right = await launchProduct(env)
  db = openPostgres({ url: env.DATABASE_URL, poolSize: 2, onIdleError: () => {} })
  await seedSubscriptions(db, 6)
  await db.run(sql`drop table sample`)
})
afterAll(async () => {
  await db.close()
  await right.kill()
  await postgres.stop()
})
beforeEach(async () => {
  expect(await lookUp(right.url)).toBe(200)
})

const count = () =>
  db.one<{ charges: number; limits: number }>(sql`
    select (select count(*) from charges) as charges, (select count(*) from limits) as limits`)

async function lookUp(url: string): Promise<number | undefined> {
  const request = fetch(`${url}/rest/auth/check_agent_email/`, {
    method: 'POST',
    body: form({ email: 'somebody@example.com' }),
  })
  return (await request.catch(() => undefined))?.status
}

/** When the first limit started by a look-up will end. */
async function windowEnd(url: string): Promise<number> {
  await db.run(sql`delete from limits`)
  expect(await lookUp(url)).toBe(200)
  const { endsAt } = await db.one<{ endsAt: Date }>(sql`select min(window_ends_at) as "endsAt" from limits`)
  return endsAt.getTime()
}

test('an instance that starts with a wrong clock charges, deletes and serves nothing, and says so', async () => {
  const before = await count()
  expect(before.limits).toBeGreaterThan(0)
  const wrong = await spawnProduct({ ...env, NODE_OPTIONS: CLOCK_AHEAD })
  onTestFinished(() => wrong.kill())
  await expect
    .poll(wrong.output, { timeout: 60_000 })
    .toMatch(/The clock of this machine is 120 days ahead of the database's, where it is 20.*NTP/)
  expect(await lookUp(wrong.url)).toBeUndefined()
  expect(await lookUp(right.url)).toBe(200)
  expect(await count()).toEqual(before)
  expect(wrong.output().match(/is 120 days ahead/g)).toHaveLength(1)
})

const instances = async () => (await db.one<{ count: number }>(sql`select count(*) from instances`)).count

test('stopping an instance that waits for the right clock leaves the others running', async () => {
  const before = await instances()
  const wrong = await spawnProduct({ ...env, NODE_OPTIONS: CLOCK_AHEAD })
  onTestFinished(() => wrong.kill())
  await expect.poll(wrong.output, { timeout: 60_000 }).toContain('is 120 days ahead')
  expect(await instances()).toBe(before + 1)
  expect(await wrong.stop()).toBe(true)
  expect(await instances()).toBe(before)
})

test('stopping an instance while it starts leaves the others running', async () => {
  const before = await instances()
  const product = await spawnProduct(env)
  onTestFinished(() => product.kill())
  await expect.poll(instances, { timeout: 60_000, interval: 20 }).toBe(before + 1)
  expect(await product.stop()).toBe(true)
  expect(await instances()).toBe(before)
})

test('an instance whose clock becomes wrong stops serving at once, and resumes when it is right', async () => {
  const product = await launchProduct({ ...env, NODE_OPTIONS: CLOCK_AHEAD, CLOCK_IS_SET: 'later' })
  onTestFinished(() => product.kill())
  const ready = async () => {
    const answer = await fetch(`${product.url}/ready`)
    return { code: answer.status, ...((await answer.json()) as object) }
  }
  expect(await lookUp(product.url)).toBe(200)
  process.kill(product.pid, 'SIGUSR2')
  await expect
    .poll(ready)
    .toMatchObject({ code: 503, status: 'the clock is wrong', difference_seconds: 120 * 86_400 })
  expect(await lookUp(product.url)).toBe(503)
  expect((await fetch(`${product.url}/health`)).status).toBe(200)
  // Each look-up measures again, minus what a slow round trip may explain.
  const metrics = async () => {
    await lookUp(product.url)
    return (await fetch(`${product.url}/metrics`)).text()
  }
  await expect.poll(metrics).toMatch(/^clock_difference_seconds 103(?:68000|67999)/m)

  process.kill(product.pid, 'SIGUSR2')
  await expect.poll(ready).toEqual({ code: 200, status: 'ready' })
  expect(await lookUp(product.url)).toBe(200)
})

test.each([-50, 50])(
  "an instance whose clock differs by %i seconds uses the database's time",
  async (seconds) => {
    const product = await launchProduct({
      ...env,
      NODE_OPTIONS: CLOCK_AHEAD,
      CLOCK_AHEAD_SECONDS: String(seconds),
    })
    onTestFinished(() => product.kill())
    const byRight = await windowEnd(right.url)
    const byThis = await windowEnd(product.url)
    expect(Math.abs(byThis - byRight)).toBeLessThan(25 * SECOND)
  },
)

test('a command on a machine with a wrong clock does nothing and says why', async () => {
  const settings = { ...env, SANDBOX_PAYMENTS: 'yes' }
  const refused = await admin({ ...settings, NODE_OPTIONS: CLOCK_AHEAD }, 'settings', 'get')
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.errors).toMatch(/^The clock of this machine is 120 days ahead of the database's.*NTP.*\n$/)
  expect(await admin(settings, 'settings', 'get')).toMatchObject({ code: 0, errors: '' })
})

// Last, because it spoils the data of the others.
test('without the check, such an instance charges months early and deletes the limits', async () => {
  const before = await count()
  expect(before.charges).toBe(0)
  expect(before.limits).toBeGreaterThan(0)
  const wrong = await spawnProduct({
    ...env,
    NODE_OPTIONS: `${CLOCK_AHEAD} --import=./proof/faults/any-clock.ts`,
  })
  onTestFinished(() => wrong.kill())
  await expect.poll(async () => (await count()).charges, { timeout: 60_000 }).toBeGreaterThan(0)
  await expect.poll(async () => (await count()).limits, { timeout: 60_000 }).toBe(0)
})
