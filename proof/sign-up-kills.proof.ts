import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { sql } from '#server/platform/db/sql.ts'
import { launchProduct, type Product } from '../scripts/launch-product.ts'
import { type Postgres, startPostgres } from '../scripts/start-postgres.ts'
import { wideFraudLimits } from '../scripts/wide-fraud-limits.ts'
import { goodSignUp } from '../server/test-kit/sign-ups.ts'
import { freshDatabase } from './kit/fresh-database.ts'
import { provesItself, size } from './kit/size.ts'

const SIGN_UPS = size(40, 500)
const KILLS = size(2, 10)
const databases = { sound: '', forgetful_gateway: '', no_settling: '' }
/** Some cards lose the gateway's answer and some are declined, so that kills hit every kind of order. */
const cards = ['4111-1111-1111-1111', '4111-1111-1111-1111', '4000-0000-0000-0119', '4000-0000-0000-0002']
const AT_ONCE = 6
const ASK_AGAIN_MS = 100
let postgres: Postgres

beforeAll(async () => {
  postgres = await startPostgres({ settings: { fsync: 'on' } })
  for (const name of Object.keys(databases) as (keyof typeof databases)[])
    databases[name] = await freshDatabase(postgres.url, name)
})
afterAll(() => postgres.stop())

describe.concurrent('under a stream of sign-ups', () => {
  test('killed at random: acknowledged = charged = accounts, no duplicates, nothing stuck', async () => {
    const after = await signUpUnderKills({
      databaseUrl: databases.sound,
      signUps: SIGN_UPS,
      kills: KILLS,
      patienceMs: 150_000,
    })
    console.log(`${SIGN_UPS} sign-ups, ${KILLS} kills: ${JSON.stringify(after)}`)
    expect(faultsOf(after)).toEqual([])
    expect(after.acknowledged + after.refused).toBe(SIGN_UPS)
    expect(after.acknowledged).toBeGreaterThan(SIGN_UPS / 2)
    expect(after.lostAnswers).toBeGreaterThan(0)
  })

  const broken = [
    ['a gateway that does not know the key', 'forgetful_gateway', 150_000, /charges for \d+ accounts/],
    // Only the time limit ends the wait here.
    ['a build without the settling job', 'no_settling', 7_000, /orders are stuck/],
  ] as const
  test.each(provesItself ? broken : [])('notices: %s', async (_, fault, patienceMs, text) => {
    const after = await signUpUnderKills({
      databaseUrl: databases[fault],
      signUps: 8,
      kills: size(0, 1),
      patienceMs,
      fault: `proof/faults/${fault.replace('_', '-')}.ts`,
    })
    expect(faultsOf(after).join('; ')).toMatch(text)
  })
})

type Run = {
  /** URL of an empty database. */
  databaseUrl: string
  signUps: number
  kills: number
  /** How long after the last kill everything must be settled. */
  patienceMs: number
  /** A module that deliberately breaks the product; path from the project root. */
  fault?: string
}

type Aftermath = {
  acknowledged: number
  refused: number
  /** People who retried until the time limit without a definite answer. */
  unanswered: number
  lostAnswers: number
  accounts: number
  charged: number
  paidOrders: number
  openOrders: number
  twice: number
  wrongPins: number
}

/** A stream of people who sign up as the page does, retrying with the same key, while servers are killed. */
async function signUpUnderKills(run: Run): Promise<Aftermath> {
  const { databaseUrl } = run
  const env = {
    DATABASE_URL: databaseUrl,
    SECRETS: 'x'.repeat(40),
    TRUST_PROXY: '1',
    SETTLE_SECONDS: '2',
    PASSWORD_HASHES_WAITING: '1000',
    ...wideFraudLimits,
    ...(run.fault ? { NODE_OPTIONS: `--import=./${run.fault}` } : {}),
  }
  let product: Product = await launchProduct(env)
  const port = String(product.port)
  const pins = new Map<string, string>()
  const tally = { asked: 0, refused: 0, unanswered: 0, lostAnswers: 0 }
  let deadline = Number.POSITIVE_INFINITY

  const people = Array.from({ length: AT_ONCE }, async () => {
    while (tally.asked < run.signUps) {
      tally.asked += 1
      await signUp(tally.asked)
    }
  })
  for (let kill = 1; kill <= run.kills; kill += 1) {
    const mark = Math.floor((run.signUps * kill) / (run.kills + 1))
    while (tally.asked < mark) await pause(2)
    await pause(Math.random() * 60)
    await product.kill()
    product = await launchProduct({ ...env, PORT: port })
  }
  deadline = Date.now() + run.patienceMs
  await Promise.all(people)
  const aftermath = await countAftermath(databaseUrl, pins, deadline)
  await product.stop()
  return { ...tally, acknowledged: pins.size, ...aftermath }

  async function signUp(number: number): Promise<void> {
    const body = goodSignUp({ number: cards[number % cards.length] ?? '', zip_code: String(60_000 + number) })
    while (Date.now() < deadline) {
      const answer = await submit(port, body, number)
      if (answer?.status === 200) {
        pins.set(String(body.email), ((await answer.json()) as { data: { pin: string } }).data.pin)
        return
      }
      await answer?.body?.cancel()
      if (answer?.status === 400) {
        tally.refused += 1
        return
      }
      if (!answer) tally.lostAnswers += 1
      await pause(ASK_AGAIN_MS)
    }
    tally.unanswered += 1
  }
}

/** The violations found. None means: acknowledged = charged = accounts, no duplicates, nothing stuck. */
function faultsOf(after: Aftermath): string[] {
  const claims: [boolean, string][] = [
    [after.unanswered === 0, `${after.unanswered} people never learned what became of their payment`],
    [after.openOrders === 0, `${after.openOrders} orders are stuck`],
    [after.charged === after.accounts, `${after.charged} charges for ${after.accounts} accounts`],
    [after.acknowledged === after.accounts, `${after.acknowledged} told, ${after.accounts} accounts`],
    [after.paidOrders === after.accounts, `${after.paidOrders} paid orders for ${after.accounts} accounts`],
    [after.twice === 0, `${after.twice} people have two accounts`],
    [after.wrongPins === 0, `${after.wrongPins} people were told another account number`],
  ]
  return claims.flatMap(([holds, text]) => (holds ? [] : [text]))
}

async function submit(port: string, body: object, number: number): Promise<Response | undefined> {
  return fetch(`http://localhost:${port}/rest/auth/sign-up/submit/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `198.18.${Math.floor(number / 250)}.${number % 250}`,
    },
    body: JSON.stringify(body),
  }).catch(() => undefined)
}

async function countAftermath(url: string, pins: Map<string, string>, deadline: number) {
  const db = openPostgres({ url, poolSize: 2, onIdleError: () => {} })
  const openOrders = async () =>
    (
      await db.one<{ open: number }>(sql`
      select count(*) as open from orders where state in ('intent', 'unknown')`)
    ).open
  while ((await openOrders()) > 0 && Date.now() < deadline) await pause(100)
  const counted = await db.one<{ accounts: number; charged: number; paidOrders: number; twice: number }>(sql`
    select (select count(*) from accounts) as accounts,
      (select count(*) from sandbox_charges where outcome = 'paid' and voided_at is null) as charged,
      (select count(*) from orders where state = 'paid') as "paidOrders",
      (select count(*) from (select 1 from agents group by email_key having count(*) > 1) as doubles) as twice`)
  const kept = await db.many<{ email: string; pin: string }>(sql`
    select g.email_key as email, a.pin from agents g join accounts a on a.id = g.account_id`)
  const pinOf = new Map(kept.map(({ email, pin }) => [email, pin]))
  const wrongPins = [...pins].filter(([email, pin]) => pinOf.get(email) !== pin).length
  const aftermath = { ...counted, wrongPins, openOrders: await openOrders() }
  await db.close()
  return aftermath
}
