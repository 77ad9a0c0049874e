import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { launchProduct, type Product } from '../scripts/launch-product.ts'
import { type Postgres, startPostgres } from '../scripts/start-postgres.ts'
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
  await addAccount(db, { email: 'traveler@example.com' })
  await addAccount(db, { email: 'robbed@example.com' })
  await db.close()
})
afterAll(async () => {
  await Promise.all(instances.map((instance) => instance.stop()))
  await postgres.stop()
})

/** Alternates between the two instances, as a proxy without sticky sessions would. */
async function ask(number: number, email: string, address: string, password: string, device = '') {
  const instance = instances[number % instances.length]
  const response = await fetch(`${instance?.url}/rest/auth/login/`, {
    method: 'POST',
    body: form({ email, password }),
    headers: { 'x-forwarded-for': address, ...(device ? { cookie: `device=${device}` } : {}) },
  })
  await response.arrayBuffer()
  return response
}

async function guess(number: number, email: string, address: string, password = 'a guess'): Promise<number> {
  return (await ask(number, email, address, password)).status
}

/** The device cookie kept by a browser since the owner signed in. */
async function deviceOf(email: string, address: string): Promise<string> {
  const { headers } = await ask(0, email, address, 'password1')
  return /device=([\w-]+)/.exec(headers.getSetCookie().join('\n'))?.[1] ?? ''
}

const atOnce = (count: number, ask: (number: number) => Promise<number>) =>
  Promise.all(Array.from({ length: count }, (_, number) => ask(number)))
const looked = (statuses: number[]) => statuses.filter((status) => status === 401).length

test('one network guessing one account gets eight tries, over two instances and all at once', async () => {
  expect(
    looked(await atOnce(size(40, 400), (number) => guess(number, 'victim@example.com', '198.18.0.1'))),
  ).toBe(8)
})

test('one network guessing many accounts gets sixty tries; a colleague seen before still signs in', async () => {
  const office = '198.18.0.2'
  expect(await guess(0, 'colleague@example.com', office, 'password1')).toBe(200)
  expect(
    looked(await atOnce(size(100, 500), (number) => guess(number, `other${number}@example.com`, office))),
  ).toBe(60)
  expect(await guess(1, 'colleague@example.com', office, 'password1')).toBe(200)
})

test('many networks guessing one account get thirty tries in four hours altogether', async () => {
  const many = size(60, 400)
  const looks = looked(
    await atOnce(many, (number) =>
      guess(number, 'someone@example.com', `198.19.${Math.floor(number / 250)}.${number % 250}`),
    ),
  )
  expect(looks).toBe(30)
})

test('guessing from one network and a whole IPv6 range does not lock the owner out elsewhere', async () => {
  const email = 'traveler@example.com'
  const many = size(40, 400)
  expect(looked(await atOnce(many, (number) => guess(number, email, '198.18.1.1')))).toBe(8)
  const net = await atOnce(many, (number) => guess(number, email, `2001:db8:1:${number.toString(16)}::1`))
  expect(looked(net)).toBe(16)
  expect(await guess(1, email, '198.18.1.2', 'password1')).toBe(200)
})

test('a copied device cookie gets eight tries from any networks; the owner still signs in at home', async () => {
  const [email, home] = ['robbed@example.com', '198.18.2.1']
  const device = await deviceOf(email, home)
  expect(device).not.toBe('')
  const statuses = await atOnce(size(100, 400), async (number) => {
    const place = `198.18.${3 + Math.floor(number / 250)}.${number % 250}`
    return (await ask(number, email, place, 'a guess', device)).status
  })
  expect(looked(statuses)).toBe(8)
  expect((await ask(1, email, home, 'password1', device)).status).toBe(200)
})
