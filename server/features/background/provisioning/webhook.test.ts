import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { submitSignUp } from '#contract/features/sign-up/calls.ts'
import { provisionAccount } from '#server/accounts/set-ups.ts'
import { sql } from '#server/platform/db/sql.ts'
import { byOperator } from '#server/test-kit/by-operator.ts'
import { makeDue } from '#server/test-kit/due-jobs.ts'
import { freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { resolveNamesTo } from '#server/test-kit/resolve-names.ts'
import { send } from '#server/test-kit/send.ts'
import { goodSignUp } from '#server/test-kit/sign-ups.ts'

const SECRET = 'what the provider and we know and nobody else'
const called: { url: string; headers: IncomingHttpHeaders; body: string }[] = []
let answers = [500, 200]
/** What happens while the provider works. */
let meanwhile = async () => {}

/** The provider's system, on loopback. */
const provider = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  called.push({ url: request.url ?? '', headers: request.headers, body })
  await meanwhile()
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
async function look(pin: string, { db } = harness) {
  await makeDue(db, 'set-up-account')
  return db.one(sql`
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
    expect(Number(at)).toBe(Math.floor(harness.clock.now().getTime() / 1000))
    expect(JSON.parse(body)).toEqual({ account_number: pin, company: 'North Shore Realty' })
  }
})

test('a provider that redirects has provisioned nothing, and nobody else is called', async () => {
  const before = called.length
  answers = Array.from({ length: 40 }, () => 302)
  const pin = await signUp()
  await expect
    .poll(() => look(pin), { timeout: 40_000, interval: 50 })
    .toMatchObject({ status: 'pending', lastError: 'The provider answered 302' })
  expect(new Set(called.slice(before).map(({ url }) => url))).toEqual(new Set(['/set-up']))
})

test('a provider whose host resolves to a link-local IP address is not called', async () => {
  const elsewhere = await openHarness({
    works: true,
    environment: { SETUP_WEBHOOK_URL: 'https://provider.example/set-up', SETUP_WEBHOOK_SECRET: SECRET },
  })
  onTestFinished(() => elsewhere.close())
  resolveNamesTo('169.254.169.254')
  const { body } = await send(elsewhere, submitSignUp, goodSignUp(), { address: freshIp() })
  const { pin } = (body as { data: { pin: string } }).data
  await expect
    .poll(() => look(pin, elsewhere), { timeout: 40_000 })
    .toMatchObject({ status: 'pending', lastError: '169.254.169.254 is link-local and is not called' })
})

test('a provider that never answers well leaves a dead letter for the operator', async () => {
  answers = Array.from({ length: 40 }, () => 503)
  const pin = await signUp()
  await expect
    .poll(() => look(pin), { timeout: 50_000, interval: 50 })
    .toEqual({ status: 'pending', state: 'dead', lastError: 'The provider answered 503' })
})

const readyMails = (pin: string) =>
  harness.db.many(sql`
    select m.id from mails m join accounts a on a.id = m.account_id where a.pin = ${pin} and m.purpose = 'ready'`)
const accountOf = (pin: string) =>
  harness.db.one<{ accountId: number }>(sql`select id as "accountId" from accounts where pin = ${pin}`)
const closeForFraud = async (pin: string) => byOperator.markFraud(harness, await accountOf(pin))

test('an account closed during provisioning is neither provisioned nor announced until it reopens', async () => {
  answers = Array.from({ length: 40 }, () => 500)
  const pin = await signUp()
  await expect
    .poll(() => look(pin), { timeout: 40_000, interval: 50 })
    .toMatchObject({
      lastError: 'The provider answered 500',
    })
  await closeForFraud(pin)
  // A call would fail, and so would the job.
  await expect
    .poll(
      async () => {
        await look(pin)
        return harness.db.many(sql`
          select j.state::text from pgboss.job j join accounts a on a.id = (j.data ->> 'accountId')::bigint
          where j.name = 'set-up-account' and a.pin = ${pin}`)
      },
      { timeout: 40_000, interval: 50 },
    )
    .toEqual([{ state: 'completed' }])
  expect(await look(pin)).toMatchObject({ status: 'canceled', state: 'running' })
  expect(await readyMails(pin)).toEqual([])
  answers = []
  expect(await byOperator.undoFraud(harness, await accountOf(pin))).toBe('pending')
  await expect
    .poll(() => look(pin), { timeout: 40_000 })
    .toEqual({ status: 'active', state: 'done', lastError: null })
  expect(await readyMails(pin)).toHaveLength(1)
})

test('an account closed while the provider is called is not announced as ready', async () => {
  answers = []
  let pin = ''
  const isKnown = new Promise<void>((known) => {
    meanwhile = async () => {
      await expect.poll(() => pin).not.toBe('')
      await closeForFraud(pin)
      known()
    }
  })
  pin = await signUp()
  await isKnown
  meanwhile = async () => {}
  await expect.poll(() => look(pin), { timeout: 40_000 }).toMatchObject({ status: 'canceled', state: 'done' })
  expect(await readyMails(pin)).toEqual([])
  expect(await byOperator.undoFraud(harness, await accountOf(pin))).toBe('active')
})

test('an account unpaid during provisioning becomes past due, not active', async () => {
  answers = []
  let pin = ''
  const isUnpaid = new Promise<void>((known) => {
    meanwhile = async () => {
      await expect.poll(() => pin).not.toBe('')
      await harness.db.run(sql`
        update periods p set state = 'past_due', paid_at = null, failed_at = ${harness.clock.now()}
        from subscriptions s join accounts a on a.id = s.account_id
        where a.pin = ${pin} and p.subscription_id = s.id`)
      known()
    }
  })
  pin = await signUp()
  await isUnpaid
  meanwhile = async () => {}
  await expect.poll(() => look(pin), { timeout: 40_000 }).toMatchObject({ status: 'past_due', state: 'done' })
})

test('finished provisioning stays finished if a second job fails, and is announced once', async () => {
  answers = [200, 500]
  let pin = ''
  meanwhile = async () => {
    meanwhile = async () => {}
    await expect.poll(() => pin).not.toBe('')
    const { id } = await harness.db.one<{ id: number }>(sql`select id from accounts where pin = ${pin}`)
    await harness.db.transaction((tx) => harness.jobs.send(tx, provisionAccount, { accountId: id }))
    await expect.poll(() => look(pin), { timeout: 40_000 }).toMatchObject({ state: 'done' })
  }
  pin = await signUp()
  await expect
    .poll(
      async () => {
        await look(pin)
        return harness.db.many(sql`
          select j.state::text, j.retry_count as retries from pgboss.job j
          join accounts a on a.id = (j.data ->> 'accountId')::bigint
          where j.name = 'set-up-account' and a.pin = ${pin} order by j.retry_count`)
      },
      { timeout: 40_000, interval: 50 },
    )
    .toEqual([
      { state: 'completed', retries: 0 },
      { state: 'completed', retries: 1 },
    ])
  expect(await look(pin)).toEqual({ status: 'active', state: 'done', lastError: null })
  expect(await readyMails(pin)).toHaveLength(1)
})
