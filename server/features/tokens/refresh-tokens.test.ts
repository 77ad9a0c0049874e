import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { DAY, HOUR, MINUTE } from '../../ports/clock.ts'
import { addAccount } from '../../test-kit/accounts.ts'
import { freshEmail } from '../../test-kit/fresh.ts'
import { freshDatabase, type House, openHouse } from '../../test-kit/house.ts'
import {
  addTestPartner,
  connect,
  exchange,
  letIn,
  type Partner,
  refresh,
  refusedAs,
  whoIs,
} from '../../test-kit/partners.ts'

let house: House
let partner: Partner
let db: Database
let isAway = false

beforeAll(async () => {
  db = await freshDatabase()
  house = await openHouse({ db: withOutages(db) })
  partner = await addTestPartner(house)
})
afterAll(async () => {
  await house.close()
  await db.close()
})

/** The same database, which a test can take away. */
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
  const first = await connect(house, partner)
  house.clock.advance(HOUR - 1)
  expect((await whoIs(house, first.access_token)).status).toBe(200)
  house.clock.advance(1)
  expect(await whoIs(house, first.access_token)).toMatchObject({
    status: 401,
    body: { error: 'invalid_token' },
    challenge: expect.stringContaining('error="invalid_token"'),
  })
  const { status, body } = await refresh(house, partner, first.refresh_token)
  expect([status, body.scope]).toEqual([200, 'profile'])
  expect(body.refresh_token).not.toBe(first.refresh_token)
  expect((await whoIs(house, body.access_token)).status).toBe(200)
  expect((await whoIs(house, body.refresh_token)).status).toBe(401)
  expect((await whoIs(house, '')).challenge).toBe('Bearer realm="http://localhost:3000"')
})

test('a refresh whose answer was lost may be asked for again within a minute, and by two workers at once', async () => {
  const { refresh_token } = await connect(house, partner)
  const lost = await refresh(house, partner, refresh_token)
  house.clock.advance(MINUTE)
  const again = await refresh(house, partner, refresh_token)
  expect([lost.status, again.status]).toEqual([200, 200])
  const both = await Promise.all([
    refresh(house, partner, again.body.refresh_token),
    refresh(house, partner, again.body.refresh_token),
  ])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  for (const { body } of both) expect((await whoIs(house, body.access_token)).status).toBe(200)
})

test('a refresh token that was replaced longer ago ends the connection: one of two holders has stolen it', async () => {
  const { refresh_token } = await connect(house, partner)
  const next = await refresh(house, partner, refresh_token)
  house.clock.advance(MINUTE + 1)
  expect(await refresh(house, partner, refresh_token)).toMatchObject(refusedAs('invalid_grant'))
  expect((await whoIs(house, next.body.access_token)).status).toBe(401)
  expect(await refresh(house, partner, next.body.refresh_token)).toMatchObject(refusedAs('invalid_grant'))
})

test('a refresh token lasts ninety days from refresh to refresh, and serves its own partner', async () => {
  const { refresh_token } = await connect(house, partner)
  expect(await refresh(house, await addTestPartner(house), refresh_token)).toMatchObject(
    refusedAs('invalid_grant'),
  )
  house.clock.advance(90 * DAY - 1)
  const { status, body } = await refresh(house, partner, refresh_token)
  expect(status).toBe(200)
  house.clock.advance(90 * DAY)
  expect(await refresh(house, partner, body.refresh_token)).toMatchObject(refusedAs('invalid_grant'))
  expect(await refresh(house, partner, '')).toMatchObject(refusedAs('invalid_grant'))
})

test('a refresh may ask for less, never for more', async () => {
  const { refresh_token, scope } = await connect(house, partner, { scope: 'profile leads' })
  expect(scope).toBe('profile leads')
  const less = await refresh(house, partner, refresh_token, { scope: 'leads' })
  expect(less.body.scope).toBe('leads')
  expect(await whoIs(house, less.body.access_token)).toMatchObject({
    status: 403,
    body: { error: 'insufficient_scope' },
  })
  expect(await refresh(house, partner, less.body.refresh_token, { scope: 'profile billing' })).toMatchObject(
    refusedAs('invalid_scope'),
  )
  expect((await refresh(house, partner, less.body.refresh_token)).body.scope).toBe('profile leads')
})

test('while the database is away a refresh is told to come back, and then works with the same token', async () => {
  const { refresh_token } = await connect(house, partner)
  isAway = true
  const away = await refresh(house, partner, refresh_token)
  isAway = false
  expect(away).toMatchObject(refusedAs('temporarily_unavailable', 503))
  expect(away.headers['retry-after']).toBe('1')
  expect((await refresh(house, partner, refresh_token)).status).toBe(200)
})

test('an account that is suspended or whose person has left opens to nobody; one that has paid again does', async () => {
  const email = freshEmail()
  const { accountId, agentId } = await addAccount(house.db, { email })
  const { access_token, refresh_token } = await connect(house, partner, { email })
  await db.run(sql`update accounts set status = 'past_due' where id = ${accountId}`)
  expect((await whoIs(house, access_token)).status).toBe(401)
  expect(await refresh(house, partner, refresh_token)).toMatchObject(refusedAs('invalid_grant'))
  await db.run(sql`update accounts set status = 'active' where id = ${accountId}`)
  expect((await whoIs(house, access_token)).status).toBe(200)
  const code = await letIn(house, partner, { email })
  await db.run(sql`update agents set removed_at = now() where id = ${agentId}`)
  expect((await whoIs(house, access_token)).status).toBe(401)
  expect(await refresh(house, partner, refresh_token)).toMatchObject(refusedAs('invalid_grant'))
  expect(await exchange(house, partner, code)).toMatchObject(refusedAs('invalid_grant'))
})
