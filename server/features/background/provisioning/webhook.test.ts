import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { submitSignUp } from '#contract/features/sign-up/calls.ts'
import { sql } from '#server/platform/db/sql.ts'
import { freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { send } from '#server/test-kit/send.ts'
import { goodSignUp } from '#server/test-kit/sign-ups.ts'

const SECRET = 'what the provider and we know and nobody else'
const called: { url: string; headers: IncomingHttpHeaders; body: string }[] = []
let answers = [500, 200]

/** The provider's system, on loopback. */
const provider = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  called.push({ url: request.url ?? '', headers: request.headers, body })
  response.writeHead(answers.shift() ?? 200, { location: '/elsewhere' }).end()
})
let harness: Harness

beforeAll(async () => {
  await new Promise<void>((listening) => provider.listen(0, '127.0.0.1', listening))
  const { port } = provider.address() as AddressInfo
  harness = await openHarness({
    works: true,
    environment: { SETUP_WEBHOOK_URL: `http://127.0.0.1:${port}/set-up`, SETUP_WEBHOOK_SECRET: SECRET },
  })
})
afterAll(async () => {
  await harness.close()
  provider.close()
})

async function signUp() {
  const { body } = await send(harness, submitSignUp, goodSignUp(), { address: freshIp() })
  return (body as { data: { pin: string } }).data.pin
}

/** Runs waiting jobs now instead of waiting for their time. */
async function look(pin: string) {
  await harness.db.run(
    sql`update pgboss.job set start_after = now() where name = 'set-up-account' and state in ('created', 'retry')`,
  )
  return harness.db.one(sql`
    select a.status, s.state, s.last_error as "lastError" from accounts a join set_ups s on s.account_id = a.id
    where a.pin = ${pin}`)
}

test('the provider is called, signed, until it answers well; then the account is active', async () => {
  const pin = await signUp()
  await expect
    .poll(() => look(pin), { timeout: 40_000 })
    .toEqual({ status: 'active', state: 'done', lastError: null })
  expect(called).toHaveLength(2)
  for (const { headers, body } of called) {
    const [, at, signature] = /^t=(\d+),v1=([\da-f]{64})$/.exec(String(headers['x-signature'])) ?? []
    expect(createHmac('sha256', SECRET).update(`${at}.${body}`).digest('hex')).toBe(signature)
    expect(JSON.parse(body)).toEqual({ account_number: pin, company: 'North Shore Realty' })
  }
})

test('a provider that points elsewhere has set up nothing, and nobody else is called', async () => {
  const before = called.length
  answers = Array.from({ length: 40 }, () => 302)
  const pin = await signUp()
  await expect
    .poll(() => look(pin), { timeout: 40_000, interval: 50 })
    .toMatchObject({ status: 'pending', lastError: 'The provider answered 302' })
  expect(new Set(called.slice(before).map(({ url }) => url))).toEqual(new Set(['/set-up']))
})

test('a provider that never answers well leaves a dead letter for the operator', async () => {
  answers = Array.from({ length: 40 }, () => 503)
  const pin = await signUp()
  await expect
    .poll(() => look(pin), { timeout: 50_000, interval: 50 })
    .toEqual({ status: 'pending', state: 'dead', lastError: 'The provider answered 503' })
})
