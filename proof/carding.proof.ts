import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { updateCard } from '#contract/features/billing.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { sql } from '#server/platform/db/sql.ts'
import { launchProduct, type Product } from '../scripts/launch-product.ts'
import { type Postgres, startPostgres } from '../scripts/start-postgres.ts'
import { goodSignUp } from '../server/test-kit/sign-ups.ts'
import { freshDatabase } from './kit/fresh-database.ts'
import { form } from './kit/load.ts'
import { size } from './kit/size.ts'

const MANY = size(40, 400)
const DECLINED = '4000-0000-0000-0002'
let postgres: Postgres
let sound: Tested
/** The product with its former rules, broken on purpose: the same checks must detect it. */
let former: Tested
const formerRules = ['look-first', 'postal-code-is-the-card', 'unverified-cards']

beforeAll(async () => {
  postgres = await startPostgres()
  sound = await startTested(await freshDatabase(postgres.url, 'sound'))
  former = await startTested(await freshDatabase(postgres.url, 'former'), formerRules)
})
afterAll(async () => {
  await Promise.all([sound.stop(), former.stop()])
  await postgres.stop()
})

const fromOneAddress = (number: number) => ({ address: '198.51.100.1', changes: otherCard(number) })
const underAnotherPostalCode = (number: number) => ({
  address: addressOf(number),
  // An expiry that no other test's card has: those may already have been declined.
  changes: { number: DECLINED, expiration_date_1: '2039', zip_code: String(60_000 + number) },
})

/** Uses slots left by requests that timed out in the queue: exactly as many as the limit get through. */
async function oneByOne(tested: Tested, cardOf: Parameters<Tested['tryCards']>[1]): Promise<number[]> {
  const statuses: number[] = []
  for (let number = MANY; number < MANY + 6; number += 1)
    statuses.push(...(await tested.tryCards(1, () => cardOf(number))))
  return statuses
}

test('of many concurrent declines from one address, twelve reach the gateway, over two instances', async () => {
  await sound.tryCards(MANY, fromOneAddress)
  await oneByOne(sound, fromOneAddress)
  expect(await sound.newCharges()).toBe(12)
})

test('notices a build that checks first and counts later', async () => {
  await former.tryCards(MANY, fromOneAddress)
  expect(await former.newCharges()).toBeGreaterThan(12)
})

test('one card reaches the gateway four times, under any postal code and from any address', async () => {
  await sound.tryCards(MANY, underAnotherPostalCode)
  await oneByOne(sound, underAnotherPostalCode)
  expect(await sound.newCharges()).toBe(4)
})

test('notices a build that treats another postal code as another card, even one try at a time', async () => {
  for (let number = 0; number < 6; number += 1) await former.tryCards(1, () => underAnotherPostalCode(number))
  expect(await former.newCharges()).toBe(6)
})

test('approved cards are limited as well: five a day per device, a hundred per address', async () => {
  const good = (number: number) => ({ ...otherCard(number), number: '4111-1111-1111-1111' })
  const SEONPayload = btoa(JSON.stringify({ device: 'one' }))
  const onOneDevice = (number: number) => ({
    address: addressOf(number),
    changes: { ...good(number), SEONPayload },
  })
  const approved = (statuses: number[]) => statuses.filter((status) => status === 200).length
  const atOnce = approved(await sound.tryCards(MANY, onOneDevice))
  expect(atOnce + approved(await oneByOne(sound, onOneDevice))).toBe(5)
  const fromOffice = (number: number) => ({ address: '198.51.100.2', changes: good(number) })
  const together = approved(await sound.tryCards(size(110, 400), fromOffice))
  expect(together).toBeLessThanOrEqual(100)
  expect(together).toBeGreaterThan(5)
})

test('with nothing due, a declined card never replaces a good one; notices a build that does not ask', async () => {
  expect(await saveDeclinedCard(sound)).toEqual({ status: 400, lastFour: '1111' })
  expect(await saveDeclinedCard(former)).toEqual({ status: 200, lastFour: '0002' })
})

async function saveDeclinedCard({ instances }: Tested): Promise<{ status: number; lastFour: string }> {
  const url = instances[0]?.url ?? ''
  const customer = goodSignUp()
  const json = (path: string, body: object, cookie = '') =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '198.51.100.3', cookie },
      body: JSON.stringify(body),
    })
  expect((await json('/rest/auth/sign-up/submit/', customer)).status).toBe(200)
  const cookie = await signInOnceSetUp(url, String(customer.email))
  const { holder, cvv } = customer
  const saved = await json(
    updateCard.path,
    {
      ...{ holder, cvv, ...otherCard(0), expiration_date_1: '2040' },
      country_code_alpha2: 'US',
      postal_code: '60601',
      open_cents: 0,
    },
    cookie,
  )
  const page = await (await fetch(`${url}/account/billing/`, { headers: { cookie } })).text()
  return { status: saved.status, lastFour: /ending in (\d{4})/.exec(page)?.[1] ?? '' }
}

/** Retries until the provisioning job has run: only then does a new account have its pages. */
async function signInOnceSetUp(url: string, email: string): Promise<string> {
  for (;;) {
    const response = await fetch(`${url}/rest/auth/login/`, {
      method: 'POST',
      body: form({ email, password: 'password1' }),
      headers: { 'x-forwarded-for': addressOf(Math.floor(Math.random() * 10_000)) },
    })
    const { data } = (await response.json()) as { data?: { redirect_url: string } }
    if (data?.redirect_url === '/account/') {
      const cookies = response.headers.getSetCookie()
      return cookies.map((cookie) => cookie.split(';')[0]).join('; ')
    }
    await pause(100)
  }
}

type Changes = Parameters<typeof goodSignUp>[0]

/** Two instances on one database, and card testers on them. */
type Tested = {
  instances: Product[]
  /** Sends all at once, alternating between the instances as a proxy without sticky sessions would. */
  tryCards(
    count: number,
    cardOf: (number: number) => { address: string; changes: Changes },
  ): Promise<number[]>
  /** How many charges the gateway has received since the last call. */
  newCharges(): Promise<number>
  stop(): Promise<void>
}

/** @param faults The `proof/faults` modules that deliberately break it. */
async function startTested(databaseUrl: string, faults: readonly string[] = []): Promise<Tested> {
  const env = {
    DATABASE_URL: databaseUrl,
    SECRETS: 'x'.repeat(40),
    TRUST_PROXY: '1',
    SETUP_SECONDS: '0',
    PASSWORD_HASHES_WAITING: '1000',
    NODE_OPTIONS: faults.map((fault) => `--import=./proof/faults/${fault}.ts`).join(' '),
  }
  const instances = [await launchProduct(env), await launchProduct(env)]
  const db = openPostgres({ url: databaseUrl, poolSize: 2, onIdleError: () => {} })
  let seen = 0
  return {
    instances,
    tryCards: (count, cardOf) =>
      Promise.all(
        Array.from({ length: count }, async (_, number) => {
          const { address, changes } = cardOf(number)
          const response = await fetch(
            `${instances[number % instances.length]?.url}/rest/auth/sign-up/submit/`,
            {
              method: 'POST',
              headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
              body: JSON.stringify(goodSignUp(changes)),
            },
          )
          await response.arrayBuffer()
          return response.status
        }),
      ),
    async newCharges() {
      const { charges } = await db.one<{ charges: number }>(
        sql`select count(*) as charges from sandbox_charges`,
      )
      const fresh = charges - seen
      seen = charges
      return fresh
    },
    async stop() {
      await db.close()
      await Promise.all(instances.map((instance) => instance.stop()))
    },
  }
}

/** A different card each time, judging by last four digits and expiry. */
function otherCard(number: number): Changes {
  return {
    number: DECLINED,
    expiration_date_0: String((number % 12) + 1),
    expiration_date_1: String(2028 + (Math.floor(number / 12) % 9)),
  }
}

function addressOf(number: number): string {
  return `198.18.${Math.floor(number / 250)}.${number % 250}`
}
