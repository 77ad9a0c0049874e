import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { type House, openHouse } from '#server/test-kit/app.ts'
import { lineKinds } from './bills.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

test('a bill knows every kind of line that the database takes, and no other', async () => {
  const { definition } = await house.db.one<{ definition: string }>(sql`
    select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'line_kind_is_known'`)
  const known = [...definition.matchAll(/'([\w-]+)'/g)].map(([, kind]) => kind)
  expect(known.toSorted()).toEqual([...lineKinds].toSorted())
})
