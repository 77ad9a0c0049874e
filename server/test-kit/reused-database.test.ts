import { expect, test } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addAccount } from './accounts.ts'
import { freshDatabase } from './harness.ts'

/** When the job queue was set up and last maintained. */
const timesOf: Record<string, string[]> = {
  'pgboss.queue': ['created_on', 'updated_on'],
  'pgboss.version': ['bam_on', 'cron_on', 'flow_on', 'monitor_backoff_on', 'reindex_on'],
}

/** All rows of all tables, and the value of each sequence. */
async function contentOf(db: Database): Promise<Record<string, unknown>> {
  const tables = await db.many<{ name: string }>(sql`
    select oid::regclass::text as name from pg_class
    where relkind = 'r' and relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace) order by 1`)
  const content: Record<string, unknown> = {}
  for (const { name } of tables) {
    // Applied when the template was made; PostgreSQL applies them once per run.
    if (name === 'migrations') continue
    // The second database may be a new one, if the first was used often: then its queues were added later.
    const row = `to_jsonb(t) - '{${(timesOf[name] ?? []).join()}}'::text[]`
    content[name] = await db.many({ text: `select ${row} as row from ${name} t order by 1`, values: [] })
  }
  const sequences = sql`select schemaname, sequencename, last_value from pg_sequences order by 1, 2`
  return { ...content, sequences: await db.many(sequences) }
}

test('a reused database has nothing of the previous one: no row, number or changed seed', async () => {
  const first = await freshDatabase()
  const asNew = await contentOf(first)
  await addAccount(first, { email: 'first@example.com' })
  await first.run(sql`update pgboss.version set version = version + 1`)
  await first.run(sql`delete from migrations`)
  await first.close()

  const second = await freshDatabase()
  expect(await contentOf(second)).toEqual(asNew)
  expect(await second.one(sql`select count(*) > 0 as "areThere" from migrations`)).toEqual({ areThere: true })
  const { accountId } = await addAccount(second, { email: 'second@example.com' })
  expect(accountId).toBe(1)
  await second.close()
})

test('a table or setting changed by one test is restored for the next', async () => {
  const first = await freshDatabase()
  await first.run(sql`create table left_behind (id bigint)`)
  await first.run(sql`alter table accounts drop column company`)
  await first.run(sql`set statement_timeout = 1234`)
  await first.close()

  const second = await freshDatabase()
  expect(await second.one(sql`select to_regclass('left_behind') as found`)).toEqual({ found: null })
  expect(await second.maybe(sql`select company from accounts`)).toBeUndefined()
  expect(await second.one(sql`show statement_timeout`)).not.toEqual({ statement_timeout: '1234ms' })
  await second.close()
})

test('a handle to a closed database reaches no other', async () => {
  const first = await freshDatabase()
  await first.close()
  const second = await freshDatabase()
  await expect(first.many(sql`select 1`)).rejects.toThrow('after calling end on the pool')
  await second.close()
})
