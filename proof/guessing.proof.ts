import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchProduct, type Product } from '../scripts/launch-product.ts'
import { type Postgres, startPostgres } from '../scripts/start-postgres.ts'
import { openPostgres } from '../server/db/postgres.ts'
import { addAccount } from '../server/test-kit/accounts.ts'
import { form } from './kit/load.ts'
import { size } from './kit/size.ts'

let postgres: Postgres
let instances: Product[]

beforeAll(async () => {
  postgres = await startPostgres()
  const env = {
    DATABASE_URL: postgres.url,
    SECRETS: 'x'.repeat(40),
    TRUST_PROXY: '1',
    PASSWORD_HASHES_WAITING: '1000',
  }
  instances = [await launchProduct(env), await launchProduct(env)]
  const db = openPostgres({ url: postgres.url, poolSize: 2, onIdleError: () => {} })
  await addAccount(db, { email: 'victim@example.com' })
  await addAccount(db, { email: 'colleague@example.com' })
  await db.close()
})
afterAll(async () => {
  await Promise.all(instances.map((instance) => instance.stop()))
  await postgres.stop()
})

/** Alternates between the two instances, as a proxy without sticky sessions would. */
async function guess(number: number, email: string, address: string, password = 'a guess'): Promise<number> {
  const instance = instances[number % instances.length]
  const response = await fetch(`${instance?.url}/rest/auth/login/`, {
    method: 'POST',
    body: form({ email, password }),
    headers: { 'x-forwarded-for': address },
  })
  await response.arrayBuffer()
  return response.status
}

const atOnce = (count: number, ask: (number: number) => Promise<number>) =>
  Promise.all(Array.from({ length: count }, (_, number) => ask(number)))
const looked = (statuses: number[]) => statuses.filter((status) => status === 401).length

test('one place guessing one account gets eight looks at the password, over two instances and all at once', async () => {
  expect(
    looked(await atOnce(size(40, 400), (number) => guess(number, 'victim@example.com', '198.18.0.1'))),
  ).toBe(8)
})

test('one place guessing many accounts gets sixty looks, and a colleague who was there before still signs in', async () => {
  const office = '198.18.0.2'
  expect(await guess(0, 'colleague@example.com', office, 'password1')).toBe(200)
  expect(
    looked(await atOnce(size(100, 500), (number) => guess(number, `other${number}@example.com`, office))),
  ).toBe(60)
  expect(await guess(1, 'colleague@example.com', office, 'password1')).toBe(200)
})

test('many places guessing one account get thirty looks in an hour altogether', async () => {
  const many = size(60, 400)
  const looks = looked(
    await atOnce(many, (number) =>
      guess(number, 'someone@example.com', `198.19.${Math.floor(number / 250)}.${number % 250}`),
    ),
  )
  expect(looks).toBe(30)
})
