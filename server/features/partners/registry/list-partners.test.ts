import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DAY, HOUR, later } from '#server/ports/clock.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { unusedDatabase } from '#server/test-kit/harness.ts'
import { rowsReadBy } from '#server/test-kit/rows-read.ts'
import { CONNECTIONS_COUNTED, listPartners } from './operate-partners.ts'
import { addPartner } from './partners.ts'

let db: Database
const people: number[] = []
const now = new Date('2026-11-15T12:00:00Z')
beforeAll(async () => {
  db = await unusedDatabase()
  // In many accounts, as each person triggers computing the entitlements of the whole account.
  for (let account = 0; account < 26; account += 1) {
    const { accountId } = await addAccount(db, { email: freshEmail() })
    const added = await db.many<{ id: number }>(sql`
      insert into agents (account_id, email, first_name, last_name, role, created_at)
      select ${accountId}, 'person-' || n || '@example.com', 'Pat', 'Person', 'user', ${now}::timestamptz
      from generate_series(1, 40) n returning id`)
    people.push(...added.map(({ id }) => id))
  }
})
afterAll(() => db.close())

const all = { after: '', limit: 1000 }
const listed = async (id: string) => (await listPartners(db, all, now)).find((one) => one.id === id)

test('connected people are counted among the newest connections of a partner', async () => {
  await addPartners(['Exactly', 'More', 'Mostly ended'])
  await connectPeople('exactly', CONNECTIONS_COUNTED)
  expect(await listed('exactly')).toMatchObject({ people: CONNECTIONS_COUNTED, hasMorePeople: false })
  await connectPeople('more', CONNECTIONS_COUNTED + 5)
  expect(await listed('more')).toMatchObject({ people: CONNECTIONS_COUNTED, hasMorePeople: true })
  // People whose connections ended long ago do not hide more recent ones.
  await connectPeople('mostly-ended', CONNECTIONS_COUNTED, { at: later(now, -2 * HOUR), lastsMs: HOUR })
  await connectPeople('mostly-ended', 7)
  expect(await listed('mostly-ended')).toMatchObject({ people: 7, hasMorePeople: true })
})

test('the list reads a bounded number of connections and tokens, however many there are', async () => {
  await addPartners(['Busy'])
  // So many that reading and sorting all of them is clearly the more expensive plan, even by rough
  // statistics.
  await connectPeople('busy', 20 * CONNECTIONS_COUNTED)
  await addReplacedTokens(3)
  await db.run(sql`analyze grants`)
  await db.run(sql`analyze tokens`)
  const { count: partners } = await db.one<{ count: number }>(sql`select count(*) from clients`)
  const read = await rowsReadBy(db, (watched) => listPartners(watched, all, now))
  expect(read.grants).toBeGreaterThan(CONNECTIONS_COUNTED)
  expect(read.grants).toBeLessThanOrEqual(partners * (CONNECTIONS_COUNTED + 1))
  expect(read.tokens).toBeLessThanOrEqual(partners * (CONNECTIONS_COUNTED + 1))
})

test('a page of the list reads only the connections of its partners', async () => {
  await addPartners(['Z first', 'Z second'])
  await connectPeople('z-second', 2)
  const read = await rowsReadBy(db, (watched) => listPartners(watched, { after: 'z-first', limit: 1 }, now))
  expect(read.grants).toBe(2)
})

async function addPartners(names: string[]): Promise<void> {
  for (const name of names)
    await addPartner(db, { name, redirectUris: ['https://partner.example/callback'] }, now)
}

/** Each by a different person, as long as there are people. */
async function connectPeople(
  clientId: string,
  count: number,
  { at = now, lastsMs = DAY }: { at?: Date; lastsMs?: number } = {},
): Promise<void> {
  await db.run(sql`
    with connections as (
      insert into grants (client_id, agent_id, scope, created_at)
      select ${clientId}, (${people}::bigint[])[1 + n % cardinality(${people}::bigint[])], 'profile', ${at}::timestamptz
      from generate_series(1, ${count}::integer) n returning id
    )
    insert into tokens (token_hash, grant_id, kind, created_at, expires_at)
    select sha256(id::text::bytea), id, 'refresh', ${at}::timestamptz, ${later(at, lastsMs)}::timestamptz from connections`)
}

/** As left behind by a partner that refreshes often. */
async function addReplacedTokens(each: number): Promise<void> {
  await db.run(sql`
    insert into tokens (token_hash, grant_id, kind, created_at, expires_at, replaced_at)
    select sha256((g.id || '-' || n)::bytea), g.id, 'refresh', ${now}::timestamptz, ${later(now, HOUR)}::timestamptz, ${now}::timestamptz
    from grants g, generate_series(1, ${each}::integer) n`)
}
