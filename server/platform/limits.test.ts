// On PostgreSQL: instances count at the same moment.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { later, MINUTE } from '#server/ports/clock.ts'
import { freshDatabase } from '#server/test-kit/harness.ts'
import type { Database } from './db/database.ts'
import { clearTries, countTries, countTry, giveBackTry, type Limit, takeTries } from './limits.ts'
import { attempt } from './refusal.ts'

const limit: Limit = { name: 'guess', tries: 5, windowMinutes: 15 }
const now = new Date('2026-11-15T15:00:00Z')
let db: Database

beforeAll(async () => {
  db = await freshDatabase()
})
afterAll(() => db.close())

const tryAs = (subject: string, at = now) => attempt(countTry(db, limit, subject, at))

test('of many concurrent tries exactly the allowed number passes', async () => {
  const tries = await Promise.all(Array.from({ length: 12 }, () => tryAs('at once')))
  expect(tries.filter((refused) => refused === undefined)).toHaveLength(5)
})

test('a refusal says how long to wait, and the window ends to the second', async () => {
  for (let tries = 0; tries < 5; tries += 1) await tryAs('waits')
  expect(await tryAs('waits', later(now, MINUTE))).toEqual({
    refused: 'throttled',
    errors: 'Too many attempts. Please wait 14 minutes and try again.',
    retryAfterSeconds: 14 * 60,
    limit: 'guess',
  })
  expect(await tryAs('waits', later(now, 15 * MINUTE - 1))).toMatchObject({
    retryAfterSeconds: 1,
  })
  expect(await tryAs('waits', later(now, 15 * MINUTE))).toBeUndefined()
})

test('successful tries are restored, subjects are independent, and all can be cleared', async () => {
  for (let tries = 0; tries < 5; tries += 1) await tryAs('honest')
  await giveBackTry(db, limit, 'honest')
  expect(await tryAs('honest')).toBeUndefined()
  expect(await tryAs('honest')).toMatchObject({ refused: 'throttled' })
  expect(await tryAs('another')).toBeUndefined()
  await clearTries(db, limit, 'honest')
  expect(await tryAs('honest')).toBeUndefined()
})

test('a try counts under every limit or none, also when many are concurrent', async () => {
  const wide: Limit = { name: 'wide', tries: 4, windowMinutes: 60 }
  const narrow: Limit = { name: 'narrow', tries: 2, windowMinutes: 60 }
  const takeAs = (who: string) =>
    takeTries(
      db,
      [
        [wide, 'all'],
        [narrow, who],
      ],
      now,
    )
  const taken = await Promise.all(Array.from({ length: 8 }, () => takeAs('one')))
  expect(taken.filter((full) => full === undefined)).toHaveLength(2)
  // Which limit refused the others depends on whether an earlier one's count had already been undone.
  expect([await takeAs('two'), await takeAs('two')]).toEqual([undefined, undefined])
  expect(await takeAs('three')).toMatchObject({ place: 0 })
})

test('a try refused by one limit does not count for the limits after it', async () => {
  const own: Limit = { name: 'own', tries: 2, windowMinutes: 15 }
  const shared: Limit = { name: 'shared', tries: 3, windowMinutes: 60 }
  const tryBoth = (who: string) =>
    attempt(
      countTries(
        db,
        [
          [own, who],
          [shared, 'all'],
        ],
        now,
      ),
    )
  for (let tries = 0; tries < 6; tries += 1) await tryBoth('noisy')
  expect(await tryBoth('quiet')).toBeUndefined()
  expect(await tryBoth('quiet')).toMatchObject({ refused: 'throttled', retryAfterSeconds: 60 * 60 })
})

test('a subject is counted by its hash: the table has no email or address', async () => {
  await tryAs('agent@example.com')
  const { rows } = await db.pool.query('select key from limits')
  expect(JSON.stringify(rows)).not.toContain('agent')
})
