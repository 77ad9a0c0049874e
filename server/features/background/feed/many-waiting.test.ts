// On PostgreSQL: events are numbered after commits that overlap.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { rowsReadBy } from '#server/test-kit/rows-read.ts'
import { figures } from '../monitoring/figures.ts'
import { oldestRefusal } from './queries.ts'

const ACCOUNTS = 400

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

test("the start of an endpoint's failures is read from an index, however many accounts wait", async () => {
  const { db } = harness
  const { id } = await db.one<{ id: number }>(sql`
    insert into feed_endpoints (url, secret_sealed, key_id, sent_through, next_at, created_at)
    values ('https://refusing.example/', 'sealed', 'key', 0, now(), now()) returning id`)
  await db.run(sql`
    insert into accounts (pin, company, status, status_since, created_at)
    select (100000 + n)::text, 'Many', 'active', now(), now() from generate_series(1, ${ACCOUNTS}::integer) n`)
  const since = new Date('2026-11-01T00:00:00Z')
  await db.run(sql`
    insert into feed_backlog (endpoint_id, account_id, next_sequence, tries, next_at, failing_since)
    select ${id}::bigint, id, 1, 1, now(), ${since}::timestamptz + row_number() over (order by id desc) * interval '1 hour'
    from accounts`)
  await db.run(sql`analyze feed_backlog`)
  expect(await oldestRefusal(db, id)).toEqual(new Date('2026-11-01T01:00:00Z'))
  expect(await rowsReadBy(db, (watched) => oldestRefusal(watched, id))).toEqual({ feed_backlog: 1 })
  const oldest = figures.find(({ name }) => name === 'feed_oldest_unsent_seconds')
  if (!oldest) throw new Error('There is no such figure')
  expect(await rowsReadBy(db, (watched) => watched.one(oldest.statement))).toMatchObject({ feed_backlog: 1 })
})
