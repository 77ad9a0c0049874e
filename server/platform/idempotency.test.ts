// On both databases: requests with one key race.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { freshDatabase } from '#server/test-kit/harness.ts'
import type { Database, Db } from './db/database.ts'
import { sql } from './db/sql.ts'
import { once, scopes } from './idempotency.ts'
import { attempt, refuse } from './refusal.ts'

const now = new Date('2026-11-15T15:00:00Z')
const form = { scope: 'desk-form', by: 'operator:kim', body: { action: 'unlock', id: 7 } } as const
let db: Database
let done = 0

beforeAll(async () => {
  db = await freshDatabase()
})
beforeEach(() => {
  done = 0
})
afterAll(() => db.close())

const unlock = async () => {
  done += 1
  return { said: `Unlocked ${done}` }
}

const ask = <Answer>(request: Parameters<typeof once>[1], work: (tx: Db) => Promise<Answer>) =>
  attempt(db.transaction((tx) => once(tx, request, now, () => work(tx))))

test('answers a repeat as the first time, in whatever order its parts are named', async () => {
  const key = 'repeated'
  expect(await ask({ ...form, key }, unlock)).toEqual({ said: 'Unlocked 1' })
  expect(await ask({ ...form, key, body: { id: 7, action: 'unlock' } }, unlock)).toEqual({
    said: 'Unlocked 1',
  })
  expect(done).toBe(1)
})

test('of many at once, one does the work and the others wait for its answer', async () => {
  const answers = await Promise.all(Array.from({ length: 4 }, () => ask({ ...form, key: 'at once' }, unlock)))
  expect(answers).toEqual(Array(4).fill({ said: 'Unlocked 1' }))
  expect(done).toBe(1)
})

test('refuses a key that had another body or person, in the words of its scope; scopes share no keys', async () => {
  const key = 'taken'
  for (const scope of ['desk-form', 'approval', 'month', 'note'] as const) {
    await ask({ ...form, scope, key }, unlock)
    for (const other of [{ body: { action: 'unlock', id: 8 } }, { by: 'operator:lee' }])
      expect(await ask({ ...form, scope, key, ...other }, unlock)).toEqual({
        refused: 'other-body',
        errors: scopes[scope].otherBody,
      })
  }
  expect(done).toBe(4)
})

const count = (tx: Db, key: string) =>
  tx.run(sql`insert into limits (key, points, window_ends_at) values (${key}, 1, ${now})`)
const counted = (key: string) => db.maybe(sql`select points from limits where key = ${key}`)

test('a refusal frees the key: thrown, it undoes the work; returned, it keeps what was counted', async () => {
  const gone = refuse('not-found')
  const refusals = {
    thrown: async (tx: Db) => {
      await count(tx, 'thrown')
      throw gone
    },
    returned: async (tx: Db) => {
      await count(tx, 'returned')
      return gone
    },
  }
  for (const key of ['thrown', 'returned'] as const) {
    expect(await ask({ ...form, key }, refusals[key])).toEqual(gone)
    expect(await ask({ ...form, key, by: 'operator:lee' }, unlock)).toMatchObject({
      said: expect.any(String),
    })
  }
  expect([await counted('thrown'), await counted('returned')]).toEqual([undefined, { points: 1 }])
})
