import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Entitlements } from '#contract/features/feed.ts'
import { addEndpoint } from '#server/accounts/feed/endpoints.ts'
import type { Database } from '#server/platform/db/database.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { sql } from '#server/platform/db/sql.ts'
import { launchProduct, type Product } from '../scripts/launch-product.ts'
import { type Postgres, startPostgres } from '../scripts/start-postgres.ts'
import { wideFraudLimits } from '../scripts/wide-fraud-limits.ts'
import { systemClock } from '../server/ports/clock.ts'
import { listUntold } from '../server/test-kit/feed.ts'
import { goodSignUp } from '../server/test-kit/sign-ups.ts'
import { changeAccounts, seedAccounts } from './kit/feed-accounts.ts'
import { type FeedReceiver, type Mood, openFeedReceiver } from './kit/feed-receiver.ts'
import { freshDatabase } from './kit/fresh-database.ts'
import { isFull, size } from './kit/size.ts'

const SECRET = 'x'.repeat(40)
const PATIENCE_MS = 240_000
const moods: Mood[] = ['down', 'no answers', 'refuses', 'well']
let postgres: Postgres
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

const small = { accounts: 60, changes: size(100, 150), signUps: 0, instances: 1, kills: 0, hours: size(1, 3) }
const broken = async (fault: string, name: string) =>
  feedUnderKills({ ...small, fault, databaseUrl: await freshDatabase(postgres.url, name) })

// Most of the time they wait for the sender's next round.
describe.concurrent('the feed', () => {
  test('after a day of downtime, lost answers and kills, a receiver knows the state of every account', async () => {
    const after = await feedUnderKills({
      databaseUrl: await freshDatabase(postgres.url, 'sound'),
      accounts: size(200, 10_000),
      changes: size(300, 3_000),
      signUps: size(2, 20),
      instances: 2,
      kills: size(1, 4),
      hours: size(1, 24),
    })
    if (isFull) process.stdout.write(`${JSON.stringify(after)}\n`)
    expect(after).toMatchObject({
      accounts: expect.any(Number),
      differing: 0,
      untold: 0,
      unsent: 0,
      gaps: 0,
      doubled: 0,
      unsigned: 0,
    })
    expect(after.accounts).toBeGreaterThan(size(200, 10_000))
    expect(after.events).toBeGreaterThan(after.accounts + size(300, 3_000))
    // Answers were lost, so some events arrived twice, with the same id.
    expect(after.repeated).toBeGreaterThan(0)
  })

  test('notices a build that drops an event', async () => {
    const after = await broken('feed-drops-an-event', 'drops')
    expect(after.gaps + after.differing).toBeGreaterThan(0)
  })

  test('notices a build that duplicates an event', async () => {
    expect((await broken('feed-doubles-an-event', 'doubles')).doubled).toBeGreaterThan(0)
  })

  test("notices a build that does not wait for an account's previous event", async () => {
    expect((await broken('feed-does-not-wait', 'overtakes')).gaps).toBeGreaterThan(0)
  })
})

type Run = {
  databaseUrl: string
  accounts: number
  /** In each of the four parts of the day. */
  changes: number
  signUps: number
  instances: number
  /** In how many parts of the day all instances are killed, beginning with the one in which answers are lost. */
  kills: number
  /** How many requests fail while the receiver is down. */
  hours: number
  fault?: string
}

type Aftermath = FeedReceiver['noticed'] & {
  accounts: number
  events: number
  /** Accounts that the receiver does not know, or knows differently. */
  differing: number
  /** Accounts whose events do not match what they may do. */
  untold: number
  unsent: number
}

/** A day of changes: the receiver works, is down, loses answers and refuses, while the instances are killed. */
async function feedUnderKills(run: Run): Promise<Aftermath> {
  const env = {
    DATABASE_URL: run.databaseUrl,
    SECRETS: SECRET,
    TRUST_PROXY: '1',
    SANDBOX_PAYMENTS: 'yes',
    SETUP_SECONDS: '1',
    ...wideFraudLimits,
    ...(run.fault ? { NODE_OPTIONS: `--import=./proof/faults/${run.fault}.ts` } : {}),
  }
  const launch = (count: number) => Promise.all(Array.from({ length: count }, () => launchProduct(env)))
  // One creates the tables before the others start.
  let products: Product[] = [...(await launch(1)), ...(await launch(run.instances - 1))]
  const db = openPostgres({ url: run.databaseUrl, poolSize: 6, onIdleError: () => {} })
  const receiver = await openFeedReceiver()
  try {
    receiver.state.secret = await registerEndpoint(db, receiver.url)
    await seedAccounts(db, run.accounts)
    for (const [part, mood] of moods.entries()) {
      receiver.state.mood = mood
      const changing = changeAccounts(db, run.accounts, run.changes)
      const signingUp = signUp(products, run.signUps)
      for (let hour = 0; hour < run.hours || !hasHappened(receiver.noticed, mood); hour += 1)
        await passTime(db)
      await Promise.all([changing, signingUp])
      if ((part + moods.length - 1) % moods.length < run.kills) {
        const again = changeAccounts(db, run.accounts, Math.ceil(run.changes / 4))
        await pause(Math.random() * 500)
        await Promise.all(products.map((product) => product.kill()))
        await again
        // No sender is left: simulates that the claim's minute has passed.
        await db.run(sql`update feed_endpoints set claimed_until = null`)
        products = await launch(run.instances)
      }
    }
    receiver.state.mood = 'well'
    const unsent = await waitUntilSent(db)
    return { ...receiver.noticed, ...(await compare(db, receiver)), unsent }
  } finally {
    receiver.close()
    await db.close()
    await Promise.all(products.map((product) => product.kill()))
  }
}

/** Each part of the day lasts until its subject has happened. */
function hasHappened({ away, unanswered, refused }: FeedReceiver['noticed'], mood: Mood): boolean {
  return { down: away, 'no answers': unanswered, refuses: refused, well: 3 }[mood] >= 3
}

async function registerEndpoint(db: Database, url: string): Promise<string> {
  const added = await addEndpoint(db, { url, from: 1 }, [SECRET], systemClock.now())
  if (!('secret' in added)) throw new Error(`The endpoint was refused: ${JSON.stringify(added)}`)
  return added.secret
}

/** Skips the pauses between two tries: an hour in a second. */
async function passTime(db: Database): Promise<void> {
  await db.run(
    sql`update feed_endpoints set next_at = now(), failing_since = failing_since - interval '1 hour'`,
  )
  await db.run(sql`update feed_backlog set next_at = now() where next_at > now()`)
  await pause(1_000)
}

async function signUp(products: Product[], count: number): Promise<void> {
  const [product] = products
  for (let number = 0; number < count; number += 1) {
    await fetch(`http://127.0.0.1:${product?.port}/rest/auth/sign-up/submit/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.18.9.${number + 1}` },
      body: JSON.stringify(goodSignUp()),
    })
  }
}

/** How many events are left at the time limit. */
async function waitUntilSent(db: Database): Promise<number> {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    const { left } = await db.one<{ left: number }>(sql`
      select (select count(*) from feed_events where position is null or position > (select min(sent_through) from feed_endpoints))
        + (select count(*) from feed_backlog) + (select count(*) from set_ups where state = 'running') as left`)
    if (left === 0 || Date.now() > deadline) return left
    await passTime(db)
  }
}

async function compare(db: Database, { accounts }: FeedReceiver) {
  const ours = await db.many<{ pin: string; sequence: number; value: Entitlements }>(sql`
    select a.pin, e.sequence, entitlements_of(a.id) as value from accounts a join entitlements e on e.account_id = a.id`)
  const differing = ours.filter(({ pin, sequence, value }) => {
    const theirs = accounts.get(pin)
    return theirs?.sequence !== sequence || !isDeepStrictEqual(theirs.entitlements, value)
  })
  const { events } = await db.one<{ events: number }>(sql`select count(*) as events from feed_events`)
  const { length: untold } = await listUntold(db)
  return { accounts: ours.length, events, differing: differing.length, untold }
}
