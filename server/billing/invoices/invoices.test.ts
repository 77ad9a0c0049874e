import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { lineKinds } from './invoices.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

test('invoices have exactly the kinds of lines that the database allows', async () => {
  const { definition } = await harness.db.one<{ definition: string }>(sql`
    select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'line_kind_is_known'`)
  const known = [...definition.matchAll(/'([\w-]+)'/g)].map(([, kind]) => kind)
  expect(known.toSorted()).toEqual([...lineKinds].toSorted())
})
