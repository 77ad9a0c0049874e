// On PostgreSQL: the planner must use an index for each search.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { unusedDatabase } from '#server/test-kit/harness.ts'
import { findPeople } from './find-by-words.ts'

const PEOPLE = 5000

let db: Database
beforeAll(async () => {
  db = await unusedDatabase()
  const { accountId } = await addAccount(db, { email: freshEmail() })
  // The effects of a new person do not matter here, and are slow for thousands in one account.
  await db.run(sql`alter table agents disable trigger user`)
  await db.run(sql`
    insert into agents (account_id, email, first_name, last_name, role, password_hash, joined_at, created_at)
    select ${accountId}, 'p' || n || '@example.com', 'Ann', md5(n::text), 'user', 'x', now(), now()
    from generate_series(1, ${PEOPLE}::int) n`)
  await db.run(sql`analyze agents`)
})
afterAll(() => db.close())

test.each(['qvy', 'jo'])(
  'the database knows that few people are called %s, and searches only for them',
  async (word) => {
    const [names] = await searchesOf((watched) => findPeople(watched, [word], { after: 0, atMost: 50 }))
    const { rows } = await db.pool.query(`explain (format json) ${names?.text}`, names?.values)
    expect(expectedOf(rows[0]['QUERY PLAN'][0].Plan)).toBeLessThan(10)
  },
)

test('ignores words of punctuation only', async () => {
  for (const signs of ['@', '&', '%', '...', '- -'])
    expect(
      await searchesOf((watched) => findPeople(watched, signs.split(' '), { after: 0, atMost: 50 })),
      signs,
    ).toEqual([])
})

/** The searches that are sent, in order. */
async function searchesOf(find: (watched: Database) => Promise<unknown>): Promise<Sql[]> {
  const sent: Sql[] = []
  await find({
    ...db,
    transaction: (work) =>
      db.transaction((tx) =>
        work({
          ...tx,
          many: (statement) => {
            sent.push(statement)
            return tx.many(statement)
          },
        }),
      ),
  })
  return sent
}

type Plan = { 'Relation Name'?: string; 'Plan Rows': number; Plans?: Plan[] }

/** How many people the planner expects to find. */
function expectedOf(plan: Plan): number {
  const below = (plan.Plans ?? []).map(expectedOf)
  return Math.max(plan['Relation Name'] === 'agents' ? plan['Plan Rows'] : 0, ...below)
}
