import { afterAll, beforeAll, expect, test } from 'vitest'
import { deskCalls } from '#contract/desk/desk-calls.ts'
import type { Database } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import type { Harness } from '#server/test-kit/harness.ts'
import { fc } from '../scripts/properties.ts'
import { type Postgres, startPostgres } from '../scripts/start-postgres.ts'
import { hostileClient, hostileOperator } from '../server/test-kit/ask-hostile.ts'
import { openDesk } from '../server/test-kit/desk.ts'
import { hostileCase } from '../server/test-kit/hostile-input.ts'
import { openRecorded, type Route, recordRoutes } from '../server/test-kit/recorded-routes.ts'
import { size } from './kit/size.ts'

/** On PostgreSQL, where two requests really run at the same time. */
let postgres: Postgres
let db: Database
let harness: Harness
let routes: Route[]

beforeAll(async () => {
  postgres = await startPostgres()
  db = openPostgres({ url: postgres.url, poolSize: 10, onIdleError: () => {} })
  await migrate(db)
  ;({ harness, routes } = await openRecorded({ db, environment: { PASSWORD_HASHES_WAITING: '10000' } }))
})
afterAll(async () => {
  await harness?.close()
  await db?.close()
  await postgres?.stop()
})

/**
 * A failure prints its case and its seed; the same seed generates the same cases: `PROPERTY_SEED=20261115 npm
 * run proof -- random-input`.
 */
test('no URL answers 500: pages, calls and demo, signed in or not, once or five times at once', {
  timeout: 6 * 3600 * 1000,
}, async () => {
  expect(routes.length).toBeGreaterThan(80)
  const ask = hostileClient(harness)
  const everyCase = fc.asyncProperty(hostileCase(routes), async (one) => {
    expect(await ask(one), `${one.route.method} ${one.url}`).toBeUndefined()
  })
  await fc.assert(everyCase, { numRuns: size(500, 100_000) })
})

test('no URL of the desk answers 500, including the customers’ pages that it shows', {
  timeout: 6 * 3600 * 1000,
}, async () => {
  const { opened: desk, routes: ofDesk } = await recordRoutes(() => openDesk(harness))
  expect(ofDesk.length).toBeGreaterThan(80)
  const ask = hostileOperator(desk)
  const everyCase = fc.asyncProperty(hostileCase(ofDesk, deskCalls), async (one) => {
    expect(await ask(one), `${one.route.method} ${one.url}`).toBeUndefined()
  })
  await fc.assert(everyCase, { numRuns: size(500, 100_000) }).finally(() => desk.close())
})
