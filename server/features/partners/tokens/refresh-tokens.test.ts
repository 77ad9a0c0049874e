// On PostgreSQL: two of its requests race.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { introspectToken } from '#contract/features/tokens.ts'
import type { Database, Db } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { hashToken } from '#server/platform/secret-tokens.ts'
import { DAY, HOUR, MINUTE, SECOND } from '#server/ports/clock.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { freshDatabase, type Harness, openHarness } from '#server/test-kit/harness.ts'
import {
  addTestPartner,
  connect,
  exchange,
  letIn,
  type Partner,
  refresh,
  refusedAs,
  whoIs,
} from '#server/test-kit/partners.ts'
import { whileUnderWay } from '#server/test-kit/same-moment.ts'
import { send } from '#server/test-kit/send.ts'

let harness: Harness
let partner: Partner
let db: Database
let isAway = false

beforeAll(async () => {
  db = await freshDatabase()
  harness = await openHarness({ db: withOutages(db) })
  partner = await addTestPartner(harness)
})
afterAll(async () => {
  await harness.close()
  await db.close()
})

/** The same database, with outages that a test can switch on. */
function withOutages(real: Database): Database {
  const orAway =
    <Rest extends unknown[], Result>(ask: (...rest: Rest) => Promise<Result>) =>
    async (...rest: Rest) => {
      if (isAway) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
      return ask(...rest)
    }
  return {
    ...real,
    maybe: orAway(real.maybe) as Database['maybe'],
    transaction: orAway(real.transaction) as Database['transaction'],
  }
}

test('an access token lasts an hour; then it is 401, never 403, and a refresh brings a new one', async () => {
  const first = await connect(harness, partner)
  harness.clock.advance(HOUR - 1)
  expect((await whoIs(harness, first.access_token)).status).toBe(200)
  harness.clock.advance(1)
  expect(await whoIs(harness, first.access_token)).toMatchObject({
    status: 401,
    body: { error: 'invalid_token' },
    challenge: expect.stringContaining('error="invalid_token"'),
  })
  const { status, body } = await refresh(harness, partner, first.refresh_token)
  expect([status, body.scope]).toEqual([200, 'profile'])
  expect(body.refresh_token).not.toBe(first.refresh_token)
  expect((await whoIs(harness, body.access_token)).status).toBe(200)
  expect((await whoIs(harness, body.refresh_token)).status).toBe(401)
  expect((await whoIs(harness, '')).challenge).toBe('Bearer realm="http://localhost:3000"')
})

test('a refresh with a lost answer can be retried within a minute, also by two workers at once', async () => {
  const { refresh_token } = await connect(harness, partner)
  const lost = await refresh(harness, partner, refresh_token)
  harness.clock.advance(MINUTE)
  const again = await refresh(harness, partner, refresh_token)
  expect([lost.status, again.status]).toEqual([200, 200])
  const both = await Promise.all([
    refresh(harness, partner, again.body.refresh_token),
    refresh(harness, partner, again.body.refresh_token),
  ])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect(await livingOf(both)).toHaveLength(1)
})

/** The answers whose tokens are still valid. */
async function livingOf(answers: Awaited<ReturnType<typeof refresh>>[]) {
  const living = []
  for (const { body } of answers) {
    const [access, next] = await Promise.all([
      whoIs(harness, body.access_token),
      introspect(body.refresh_token),
    ])
    expect(access.status === 200).toBe(next.body.active)
    if (next.body.active) living.push(body)
  }
  return living
}

const introspect = (token: unknown) => {
  const { client_id, client_secret } = partner
  return send(harness, introspectToken, { token: String(token), client_id, client_secret })
}

test('of the pairs from one refresh token within its minute only the newest lives', async () => {
  const { refresh_token } = await connect(harness, partner)
  const answers = []
  for (let number = 0; number < 5; number += 1) {
    harness.clock.advance(1000)
    answers.push(await refresh(harness, partner, refresh_token))
  }
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(await livingOf(answers)).toEqual([answers[4]?.body])
})

test('of five concurrent refreshes one pair lives', async () => {
  const { refresh_token } = await connect(harness, partner)
  harness.clock.advance(1000)
  const answers = await Promise.all(Array.from({ length: 5 }, () => refresh(harness, partner, refresh_token)))
  expect(await livingOf(answers)).toHaveLength(1)
})

test('a superseded pair can refresh within the minute: the connection continues with one pair', async () => {
  const { refresh_token } = await connect(harness, partner)
  harness.clock.advance(1000)
  const [one, other] = [
    await refresh(harness, partner, refresh_token),
    await refresh(harness, partner, refresh_token),
  ]
  harness.clock.advance(MINUTE)
  const next = await refresh(harness, partner, one.body.refresh_token)
  expect(next.status).toBe(200)
  expect(await livingOf([one, other, next])).toEqual([next.body])
})

test('a superseded token used after its minute ends the connection', async () => {
  const { refresh_token } = await connect(harness, partner)
  harness.clock.advance(1000)
  const [one, other] = [
    await refresh(harness, partner, refresh_token),
    await refresh(harness, partner, refresh_token),
  ]
  harness.clock.advance(MINUTE + 1)
  expect(await refresh(harness, partner, one.body.refresh_token)).toMatchObject(refusedAs('invalid_grant'))
  expect(await livingOf([one, other])).toEqual([])
})

test('a connection ends after a year, however busy, and the partner is told when', async () => {
  const { refresh_token } = await connect(harness, partner)
  let latest = await refresh(harness, partner, refresh_token)
  expect(latest.body.refresh_token_expires_in).toBe((90 * DAY) / 1000)
  for (let days = 60; days < 365; days += 60) {
    harness.clock.advance(60 * DAY)
    latest = await refresh(harness, partner, latest.body.refresh_token)
    expect(latest.status).toBe(200)
  }
  expect(latest.body.refresh_token_expires_in).toBe((5 * DAY) / 1000)
  harness.clock.advance(5 * DAY - 1000)
  latest = await refresh(harness, partner, latest.body.refresh_token)
  expect([latest.body.expires_in, latest.body.refresh_token_expires_in]).toEqual([1, 1])
  harness.clock.advance(1000)
  expect((await whoIs(harness, latest.body.access_token)).status).toBe(401)
  const over = await refresh(harness, partner, latest.body.refresh_token)
  expect(over).toMatchObject(refusedAs('invalid_grant'))
  expect(over.body.error_description).toMatch(/a year old/)
})

test('a long-replaced refresh token ends the connection: one of its two holders stole it', async () => {
  const { refresh_token } = await connect(harness, partner)
  const next = await refresh(harness, partner, refresh_token)
  harness.clock.advance(MINUTE + 1)
  expect(await refresh(harness, partner, refresh_token)).toMatchObject(refusedAs('invalid_grant'))
  expect((await whoIs(harness, next.body.access_token)).status).toBe(401)
  expect(await refresh(harness, partner, next.body.refresh_token)).toMatchObject(refusedAs('invalid_grant'))
})

test('a refresh token lasts ninety days between refreshes, and only for its own partner', async () => {
  const { refresh_token } = await connect(harness, partner)
  expect(await refresh(harness, await addTestPartner(harness), refresh_token)).toMatchObject(
    refusedAs('invalid_grant'),
  )
  harness.clock.advance(90 * DAY - 1)
  const { status, body } = await refresh(harness, partner, refresh_token)
  expect(status).toBe(200)
  harness.clock.advance(90 * DAY)
  expect(await refresh(harness, partner, body.refresh_token)).toMatchObject(refusedAs('invalid_grant'))
})

test('a refresh may ask for less, never for more', async () => {
  const { refresh_token, scope } = await connect(harness, partner, { scope: 'profile leads' })
  expect(scope).toBe('profile leads')
  const less = await refresh(harness, partner, refresh_token, { scope: 'leads' })
  expect(less.body.scope).toBe('leads')
  expect(await whoIs(harness, less.body.access_token)).toMatchObject({
    status: 403,
    body: { error: 'insufficient_scope' },
  })
  expect(
    await refresh(harness, partner, less.body.refresh_token, { scope: 'profile billing' }),
  ).toMatchObject(refusedAs('invalid_scope'))
  expect((await refresh(harness, partner, less.body.refresh_token)).body.scope).toBe('profile leads')
})

test('during a database outage a refresh is told to retry, then works with the same token', async () => {
  const { refresh_token } = await connect(harness, partner)
  isAway = true
  const away = await refresh(harness, partner, refresh_token)
  isAway = false
  expect(away).toMatchObject(refusedAs('temporarily_unavailable', 503))
  expect(away.headers['retry-after']).toBe('1')
  expect((await refresh(harness, partner, refresh_token)).status).toBe(200)
})

test.each(['past_due', '24h_past_due', 'canceled', 'expired', 'waiting for reactivation'])(
  'an account that is %s keeps its connections without access; once paid it has access again',
  async (status) => {
    const email = freshEmail()
    const { accountId } = await addAccount(harness.db, { email })
    const first = await connect(harness, partner, { email })
    await db.run(sql`update accounts set status = ${status} where id = ${accountId}`)
    expect(await whoIs(harness, first.access_token)).toMatchObject({
      status: 403,
      body: { error: 'account_suspended', error_description: expect.stringMatching(/still valid/) },
    })
    expect((await introspect(first.access_token)).body).toEqual({ active: false })
    harness.clock.advance(60 * DAY)
    const { status: refreshed, body } = await refresh(harness, partner, first.refresh_token)
    expect(refreshed).toBe(200)
    expect((await whoIs(harness, body.access_token)).status).toBe(403)
    await db.run(sql`update accounts set status = 'active' where id = ${accountId}`)
    expect((await whoIs(harness, body.access_token)).status).toBe(200)
  },
)

test("an account closed for fraud, or a person's removal, ends its connections", async () => {
  const email = freshEmail()
  const { accountId, agentId } = await addAccount(harness.db, { email })
  const { access_token, refresh_token } = await connect(harness, partner, { email })
  await db.run(sql`update accounts set status = 'canceled', fraud_marked_at = now() where id = ${accountId}`)
  expect((await whoIs(harness, access_token)).status).toBe(401)
  expect(await refresh(harness, partner, refresh_token)).toMatchObject(refusedAs('invalid_grant'))
  await db.run(sql`update accounts set status = 'active', fraud_marked_at = null where id = ${accountId}`)
  const code = await letIn(harness, partner, { email })
  await db.run(sql`update agents set removed_at = now() where id = ${agentId}`)
  expect((await whoIs(harness, access_token)).status).toBe(401)
  expect(await refresh(harness, partner, refresh_token)).toMatchObject(refusedAs('invalid_grant'))
  expect(await exchange(harness, partner, code)).toMatchObject(refusedAs('invalid_grant'))
})

test('of two concurrent workers, the later token has the later date, so a repeat ends its pair', async () => {
  const { refresh_token } = await connect(harness, partner)
  const hold = (tx: Db) =>
    tx.one(sql`
      select 1 from grants g join tokens t on t.grant_id = g.id
      where t.token_hash = ${hashToken(refresh_token)} for update of g`)
  const start = harness.clock.now()
  await whileUnderWay(
    harness,
    hold,
    () => refresh(harness, partner, refresh_token),
    () => harness.clock.advance(SECOND),
  )
  const { replacedAt } = await harness.db.one<{ replacedAt: Date }>(
    sql`select replaced_at as "replacedAt" from tokens where token_hash = ${hashToken(refresh_token)}`,
  )
  expect(replacedAt.getTime() - start.getTime()).toBe(SECOND)
})
