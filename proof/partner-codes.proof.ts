import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPartner } from '#server/features/partners/registry/partners.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { isRefused } from '#server/platform/refusal.ts'
import { launchProduct, type Product } from '../scripts/launch-product.ts'
import { type Postgres, startPostgres } from '../scripts/start-postgres.ts'
import { addAccount } from '../server/test-kit/accounts.ts'
import { size } from './kit/size.ts'

const CALLBACK = 'https://partner.example/callback'
let postgres: Postgres
let instances: Product[]
let shown: { client_id: string; client_secret: string }

beforeAll(async () => {
  // It is killed below, and must know afterwards what it has acknowledged.
  postgres = await startPostgres({ settings: { synchronous_commit: 'on' } })
  const env = {
    DATABASE_URL: postgres.url,
    SECRETS: 'x'.repeat(40),
    PUBLIC_URL: 'http://localhost:3000',
    PASSWORD_HASHES_WAITING: '1000',
  }
  instances = [await launchProduct(env), await launchProduct(env)]
  const db = openPostgres({ url: postgres.url, poolSize: 2, onIdleError: () => {} })
  await addAccount(db, { email: 'someone@example.com' })
  const added = await addPartner(db, { name: 'Partner', redirectUris: [CALLBACK] }, new Date())
  await db.close()
  if (isRefused(added)) throw new Error(String(added.errors))
  shown = { client_id: added.id, client_secret: added.secret ?? '' }
})
afterAll(async () => {
  await Promise.all(instances.map((instance) => instance.stop()))
  await postgres.stop()
})

/** Alternates between the two instances, as a proxy without sticky sessions would. */
const urlOf = (number: number) => instances[number % instances.length]?.url ?? ''

async function letIn(number: number): Promise<string> {
  const response = await fetch(`${urlOf(number)}/rest/oauth/authorize/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_id: shown.client_id,
      redirect_uri: CALLBACK,
      email: 'someone@example.com',
      password: 'password1',
    }),
  })
  const { redirect_uri } = (await response.json()) as { redirect_uri: string }
  return new URL(redirect_uri).searchParams.get('code') ?? ''
}

async function askTokens(number: number, body: Record<string, string>) {
  const response = await fetch(`${urlOf(number)}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ ...shown, ...body }),
  })
  return { status: response.status, body: (await response.json()) as Record<string, string> }
}

const exchange = (number: number, code: string) =>
  askTokens(number, { grant_type: 'authorization_code', code })
const refresh = (number: number, refresh_token = '') =>
  askTokens(number, { grant_type: 'refresh_token', refresh_token })

test('a code of one instance is exchanged at the other, and refreshed at the first', async () => {
  const exchanged = await exchange(1, await letIn(0))
  expect(exchanged.status).toBe(200)
  const refreshed = await refresh(0, exchanged.body.refresh_token)
  expect(refreshed.status).toBe(200)
  const me = await fetch(`${urlOf(1)}/api/me`, {
    headers: { authorization: `Bearer ${refreshed.body.access_token}` },
  })
  expect([me.status, await me.json()]).toEqual([
    200,
    expect.objectContaining({ email: 'someone@example.com' }),
  ])
})

test('of fifty exchanges of one code at once, over two instances, one wins, time after time', async () => {
  for (let round = 0; round < size(2, 20); round += 1) {
    const code = await letIn(round)
    const answers = await Promise.all(Array.from({ length: 50 }, (_, number) => exchange(number, code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.error === 'invalid_grant')).toHaveLength(49)
  }
})

test('two workers of a partner that refresh at once at two instances both go on', async () => {
  const { body } = await exchange(0, await letIn(0))
  const both = await Promise.all([refresh(0, body.refresh_token), refresh(1, body.refresh_token)])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
})

test('while PostgreSQL is away a refresh is 503, never 400, and goes through with the same token afterwards', async () => {
  const { body } = await exchange(0, await letIn(0))
  await postgres.kill()
  const away = await refresh(1, body.refresh_token)
  expect([away.status, away.body.error]).toEqual([503, 'temporarily_unavailable'])
  await postgres.restart()
  await expect
    .poll(async () => (await refresh(1, body.refresh_token)).status, { timeout: 50_000, interval: 250 })
    .toBe(200)
})
