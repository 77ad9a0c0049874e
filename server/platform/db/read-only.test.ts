// On both databases: what a connection promises is the same on each.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '#server/test-kit/harness.ts'
import type { Database } from './database.ts'
import { readOnly } from './read-only.ts'
import { sql } from './sql.ts'

let db: Database
let reading: Database
beforeAll(async () => {
  db = await freshDatabase()
  reading = readOnly(db)
})
afterAll(() => db.close())

const refused = 'What may only read tried to change the database'
const countOfSettings = async () =>
  (await db.one<{ count: number }>(sql`select count(*)::int as count from settings`)).count

test('read-only queries work', async () => {
  expect(await reading.one(sql`select 1 as one`)).toEqual({ one: 1 })
  expect(await reading.maybe(sql`select 1 as one where false`)).toBeUndefined()
  expect(await reading.many(sql`select ${'x'}::text as said`)).toEqual([{ said: 'x' }])
  expect(await reading.transaction((tx) => tx.one(sql`select 2 as two`))).toEqual({ two: 2 })
})

test('every change is refused by the database, even one that returns rows, and leaves nothing', async () => {
  const before = await countOfSettings()
  const insert = sql`insert into settings (name, value, changed_at) values ('x', '"y"', now()) returning name`
  await expect(reading.run(insert)).rejects.toThrow(refused)
  await expect(reading.many(insert)).rejects.toThrow(refused)
  await expect(reading.maybe(insert)).rejects.toThrow(refused)
  const hidden = sql`
    with made as (insert into settings (name, value, changed_at) values ('x', '"y"', now()) returning name)
    select name from made`
  await expect(reading.one(hidden)).rejects.toThrow(refused)
  await expect(reading.transaction((tx) => tx.run(insert))).rejects.toThrow(refused)
  await expect(reading.query(insert)).rejects.toThrow(refused)
  expect(await countOfSettings()).toBe(before)
})

test('afterwards the connections accept changes as before', async () => {
  await expect(reading.run(sql`delete from settings`)).rejects.toThrow(refused)
  expect(await db.run(sql`delete from settings where false`)).toBe(0)
})
