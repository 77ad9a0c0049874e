import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchProduct, type Product } from '../scripts/launch-product.ts'
import { type Postgres, startPostgres } from '../scripts/start-postgres.ts'
import type { Database } from '../server/db/database.ts'
import { openPostgres } from '../server/db/postgres.ts'
import { sql } from '../server/db/sql.ts'
import { goodSignUp } from '../server/test-kit/sign-ups.ts'
import { keepAsking } from './kit/load.ts'
import { size } from './kit/size.ts'

const SIGN_UPS = size(60, 500)
const KILLS = size(3, 10)
let postgres: Postgres
let db: Database

beforeAll(async () => {
  postgres = await startPostgres({ settings: { fsync: 'on' } })
})
afterAll(async () => {
  await db?.close()
  await postgres.stop()
})

/** Some cards lose their answer at the gateway, some are declined: kills meet every kind of order. */
const cards = ['4111-1111-1111-1111', '4111-1111-1111-1111', '4000-0000-0000-0119', '4000-0000-0000-0002']

test('killed at random under a stream of sign-ups: acknowledged = charged = accounts, none twice, nothing stuck', async () => {
  const env = {
    DATABASE_URL: postgres.url,
    SECRETS: 'x'.repeat(40),
    TRUST_PROXY: '1',
    SETTLE_SECONDS: '3',
    PASSWORD_HASHES_WAITING: '1000',
  }
  let product: Product = await launchProduct(env)
  const port = String(product.port)
  db = openPostgres({ url: postgres.url, poolSize: 4, onIdleError: () => {} })
  const acknowledged = new Map<string, string>()
  let asked = 0
  let answered = 0

  const stream = keepAsking(
    async () => {
      asked += 1
      const body = goodSignUp({ number: cards[asked % cards.length] ?? '' })
      const response = await fetch(`http://localhost:${port}/rest/auth/sign-up/submit/`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': `198.18.${Math.floor(asked / 250) % 250}.${asked % 250}`,
        },
        body: JSON.stringify(body),
      })
      answered += 1
      const copy = response.clone()
      if (response.status === 200)
        acknowledged.set(body.email ?? '', ((await copy.json()) as { data: { pin: string } }).data.pin)
      return response
    },
    { atOnce: 6, until: () => answered >= SIGN_UPS },
  )
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const mark = Math.floor((SIGN_UPS * kill) / (KILLS + 1)) + Math.floor(Math.random() * 5)
    await expect
      .poll(() => answered, { timeout: 240_000, interval: 3 })
      .toBeGreaterThanOrEqual(Math.min(mark, SIGN_UPS))
    await product.kill()
    product = await launchProduct({ ...env, PORT: port })
  }
  await stream

  const openOrders = () =>
    db.one<{ open: number }>(sql`select count(*) as open from orders where state in ('intent', 'unknown')`)
  await expect.poll(openOrders, { timeout: 120_000, interval: 200 }).toEqual({ open: 0 })
  await product.stop()

  const truth = await db.one<{ accounts: number; charged: number; twice: number; paid: number }>(sql`
    select (select count(*) from accounts) as accounts,
      (select count(*) from sandbox_charges where outcome = 'paid' and voided_at is null) as charged,
      (select count(*) from orders where state = 'paid') as paid,
      (select count(*) from (select email_key from agents group by email_key having count(*) > 1) as doubles) as twice`)
  console.log(
    `${answered} answered sign-ups, ${KILLS} kills: ${acknowledged.size} acknowledged, ${truth.accounts} accounts, ${truth.charged} charges`,
  )
  expect(truth.twice).toBe(0)
  expect(truth.charged).toBe(truth.accounts)
  expect(truth.paid).toBe(truth.accounts)
  const pins = await db.many<{ email: string; pin: string }>(sql`
    select g.email_key as email, a.pin from agents g join accounts a on a.id = g.account_id`)
  const kept = new Map(pins.map(({ email, pin }) => [email, pin]))
  for (const [email, pin] of acknowledged) expect(kept.get(email), email).toBe(pin)
  expect(acknowledged.size).toBeGreaterThan(0)
})
