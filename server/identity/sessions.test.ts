// On PostgreSQL: two of its requests race.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findSession } from '#server/accounts/signed-in.ts'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY, HOUR, later, MINUTE } from '#server/ports/clock.ts'
import { freshDatabase } from '#server/test-kit/harness.ts'
import { addAccount } from '../test-kit/accounts.ts'
import { dropLinks, findLink, makeLink, spendLink } from './links.ts'
import {
  beginSession,
  endSessionOfToken,
  endSessionsOfAccount,
  endSessionsOfAgent,
  type Visit,
} from './sessions.ts'

const now = new Date('2026-11-15T15:00:00Z')
const visit: Visit = {
  address: '203.0.113.7',
  userAgent: 'a browser',
  browserName: 'Chrome',
  browserVersion: '156',
  screenWidth: '1440',
  screenHeight: '900',
  isMobile: false,
  isMobileRetry: false,
  deviceHash: null,
}
let db: Database
let agentId: number
let accountId: number

beforeAll(async () => {
  db = await freshDatabase()
  ;({ agentId, accountId } = await addAccount(db, { email: 'someone@example.com' }))
})
afterAll(() => db.close())

async function begin(ofAgent = agentId): Promise<string> {
  const agent = { id: ofAgent, passwordSetAt: null, factorsVersion: 0 }
  return (await beginSession(db, { agent, scope: 'account', visit, way: 'password' }, now)) ?? ''
}

test('a session is found by its token, and only its hash is stored', async () => {
  const token = await begin()
  expect(await findSession(db, token, now)).toEqual({
    id: expect.any(Number),
    agentId,
    accountId,
    accountNumber: expect.stringMatching(/^\d{6}$/),
    role: 'owner',
    scope: 'account',
  })
  expect(await findSession(db, `${token}x`, now)).toBeUndefined()
  const { rows } = await db.pool.query('select * from sessions')
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('it ends after two idle days, and after fourteen days however busy', async () => {
  const idle = await begin()
  expect(await findSession(db, idle, later(now, 2 * DAY))).toBeUndefined()

  const busy = await begin()
  for (let hours = 40; hours < 14 * 24; hours += 40) {
    expect(await findSession(db, busy, later(now, hours * HOUR))).toBeDefined()
  }
  expect(await findSession(db, busy, later(now, 14 * DAY - MINUTE))).toBeDefined()
  expect(await findSession(db, busy, later(now, 14 * DAY))).toBeUndefined()
})

test("ending one session keeps the others; ending a person's or account's ends all", async () => {
  const [one, other] = [await begin(), await begin()]
  await endSessionOfToken(db, one, now)
  expect(await findSession(db, one, now)).toBeUndefined()
  expect(await findSession(db, other, now)).toBeDefined()
  await endSessionsOfAgent(db, agentId, now)
  expect(await findSession(db, other, now)).toBeUndefined()
  const third = await begin()
  await endSessionsOfAccount(db, accountId, now)
  expect(await findSession(db, third, now)).toBeUndefined()
})

test('a person removed from the account has no session any more', async () => {
  const removed = await addAccount(db, { email: 'removed@example.com' })
  const token = await begin(removed.agentId)
  await db.run(sql`update agents set removed_at = ${now} where id = ${removed.agentId}`)
  expect(await findSession(db, token, now)).toBeUndefined()
})

const oneHour = { purpose: 'password-reset', lastsMs: HOUR } as const

test('opening a link never uses it up, and of ten concurrent uses one succeeds', async () => {
  const token = await makeLink(db, { ...oneHour, agentId }, now)
  expect(await findLink(db, 'password-reset', token, now)).toMatchObject({ agentId })
  expect(await findLink(db, 'password-reset', token, now)).toMatchObject({ agentId })
  const spent = await Promise.all(
    Array.from({ length: 10 }, () => spendLink(db, 'password-reset', token, now)),
  )
  expect(spent.filter(Boolean)).toHaveLength(1)
  expect(await findLink(db, 'password-reset', token, now)).toBeUndefined()
})

test('a link expires to the second, serves one purpose only, and can be dropped', async () => {
  const token = await makeLink(db, { ...oneHour, agentId }, now)
  expect(await findLink(db, 'password-reset', token, later(now, HOUR - 1))).toBeDefined()
  expect(await findLink(db, 'password-reset', token, later(now, HOUR))).toBeUndefined()
  expect(await spendLink(db, 'password-reset', token, later(now, HOUR))).toBeUndefined()
  expect(await findLink(db, 'invitation', token, now)).toBeUndefined()
  await dropLinks(db, 'password-reset', agentId, now)
  expect(await findLink(db, 'password-reset', token, now)).toBeUndefined()
})
