import { afterAll, beforeAll, expect, test } from 'vitest'
import { beginSecondFactor } from '#server/identity/second-factors.ts'
import type { Database } from '#server/platform/db/database.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { admin } from '#server/test-kit/command-line.ts'
import { launchProduct, type Product, spawnProduct } from '../scripts/launch-product.ts'
import { type Postgres, startPostgres } from '../scripts/start-postgres.ts'

const OLD = 'the old secret that is long enough to be one'
const NEW = 'the new secret that is long enough to be one'

let postgres: Postgres
let db: Database
const running: Product[] = []

beforeAll(async () => {
  postgres = await startPostgres()
  db = openPostgres({ url: postgres.url, poolSize: 2, onIdleError: () => {} })
})
afterAll(async () => {
  await Promise.all(running.map((instance) => instance.stop()))
  await db.close()
  await postgres.stop()
})

const env = (SECRETS: string) => ({ DATABASE_URL: postgres.url, SECRETS, LOG_LEVEL: 'info' })

async function launch(secrets: string): Promise<Product> {
  const instance = await launchProduct(env(secrets))
  running.push(instance)
  return instance
}

async function restart(instance: Product, secrets: string): Promise<Product> {
  expect(await instance.stop()).toBe(true)
  running.splice(running.indexOf(instance), 1)
  return launch(secrets)
}

test('instances restarted one by one with a new secret switch to it after the last restart', async () => {
  const first = await launch(OLD)
  const last = await launch(OLD)
  const { agentId } = await addAccount(db, { email: 'rotation@example.com' })
  await beginSecondFactor(db, { agentId, begunBy: null }, 'a key of an app', [OLD], new Date())
  const keyOf = async () =>
    (await db.one<{ key: string }>(sql`select key_id as key from second_factors where agent_id = ${agentId}`))
      .key
  const old = await keyOf()

  const restarted = await restart(first, `${NEW},${OLD}`)
  await expect.poll(restarted.output).toContain('does not know the first secret of SECRETS')
  await expect.poll(restarted.output, { timeout: 20_000 }).toContain('Everything stored is encrypted')
  expect(await keyOf()).toBe(old)

  await restart(last, `${NEW},${OLD}`)
  await expect.poll(keyOf, { timeout: 20_000 }).not.toBe(old)

  const rolledBack = await spawnProduct(env(OLD))
  expect(await rolledBack.ended).toBe(1)
  const sentence = 'SECRETS lacks the secret that instances encrypt with'
  expect(rolledBack.output()).toContain(sentence)
  expect(rolledBack.output()).not.toContain('    at ')
  const settings = { DATABASE_URL: postgres.url, SANDBOX_PAYMENTS: 'yes' }
  expect(await admin({ ...settings, SECRETS: OLD }, 'settings', 'get')).toMatchObject({
    code: 1,
    errors: expect.stringContaining(sentence),
  })
  expect(await admin({ ...settings, SECRETS: `${OLD},${NEW}` }, 'settings', 'get')).toMatchObject({
    code: 0,
  })
})
