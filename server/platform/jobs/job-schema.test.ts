// On PostgreSQL: the embedded database has no limits of time.
import { expect, onTestFinished, test } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { sql } from '#server/platform/db/sql.ts'
import { describeFailure } from '#server/platform/describe-failure.ts'
import { freshPostgresUrl } from '#server/test-kit/test-databases.ts'
import { defineJob, openJobs } from './jobs.ts'

const SLOW_SECONDS = 1.5
/** Far longer than any statement that is not made slow here takes, also while both cores are busy. */
const limits = { statementMs: 800, answerMs: 1_200 }
const greet = defineJob<{ name: string }>({
  name: 'greet',
  retries: 0,
  firstRetrySeconds: 1,
  longestRetrySeconds: 1,
  expiresSeconds: 30,
})

async function emptyDatabase(): Promise<Database> {
  const db = openPostgres({ url: await freshPostgresUrl(), poolSize: 4, onIdleError: () => {}, limits })
  onTestFinished(() => db.close())
  return db
}

/** What a large table or a busy server does to a schema statement. */
async function onEach(db: Database, tag: string, body: string): Promise<void> {
  const text = `
    create function hinder() returns event_trigger language plpgsql as $$ begin ${body}; end $$;
    create event trigger hinder on ddl_command_start when tag in ('${tag}') execute function hinder()`
  await prepare(db, text)
}

/** Without the tight limits: what a test needs first may wait for a busy server. */
async function prepare(db: Database, text: string): Promise<void> {
  await db.queryLong({ text, values: [] })
}

function openGreeting(db: Database, works = false, errors: string[] = []) {
  const jobs = openJobs({ db, works, pollSeconds: 600, onError: (error) => errors.push(error.message) })
  jobs.handle(greet, async () => {})
  return jobs
}

test('the job tables are created without the usual statement timeout', async () => {
  const db = await emptyDatabase()
  await onEach(db, 'CREATE SCHEMA', `perform pg_sleep(${SLOW_SECONDS})`)
  const jobs = openGreeting(db)
  await jobs.start()
  await db.transaction((tx) => jobs.send(tx, greet, { name: 'Ada' }))
  expect(await db.one(sql`select count(*) from pgboss.job where name = 'greet'`)).toEqual({ count: 1 })
  await expect(db.one(sql`select pg_sleep(${SLOW_SECONDS})`)).rejects.toThrow('statement timeout')
  await jobs.stop()
})

test('a queue waiting for another start may wait longer than other statements', async () => {
  const db = await emptyDatabase()
  await openGreeting(db).start()
  await prepare(db, 'delete from pgboss.queue')
  const slow = `
    create function slow() returns trigger language plpgsql as $$ begin perform pg_sleep(${SLOW_SECONDS}); return new; end $$;
    create trigger slow before insert on pgboss.queue for each row execute function slow()`
  await prepare(db, slow)
  await openGreeting(db).start()
  expect(await db.many(sql`select name from pgboss.queue`)).toEqual([{ name: 'greet' }])
})

test('an instance knows the queues that another one makes at the same moment', async () => {
  const db = await emptyDatabase()
  await openGreeting(db).start()
  await prepare(db, 'delete from pgboss.queue')
  const waits = Promise.withResolvers<void>()
  let tries = 0
  const second = openGreeting({
    ...db,
    transaction(...of) {
      tries += 1
      if (tries > 1) waits.resolve()
      return db.transaction(...of)
    },
  })
  let started: Promise<void> | undefined
  let reads = 0
  const first = openGreeting({
    ...db,
    async queryLong(statement) {
      if (/from pgboss\.queue/i.test(statement.text)) reads += 1
      if (reads === 2 && !started) {
        started = second.start()
        await Promise.race([started, waits.promise])
      }
      return db.queryLong(statement)
    },
  })
  await first.start()
  await started
  for (const jobs of [first, second]) await db.transaction((tx) => jobs.send(tx, greet, { name: 'Ada' }))
  expect(await db.one(sql`select count(*) from pgboss.job where name = 'greet'`)).toEqual({ count: 2 })
})

test('an index built by the library in the background has no timeout either', async () => {
  const db = await emptyDatabase()
  const before = openGreeting(db)
  await before.start()
  // It would build the index as well.
  await before.stop()
  await onEach(db, 'CREATE INDEX', `perform pg_sleep(${SLOW_SECONDS})`)
  await prepare(
    db,
    `insert into pgboss.bam (name, version, status, table_name, command)
    values ('later', 1, 'pending', 'job', 'create index concurrently later on pgboss.job_common (created_on)')`,
  )
  // It is checked at most once a minute; here, once the start is over.
  const lookAgain = `
    update pgboss.version set bam_on = null;
    create function late() returns trigger language plpgsql as $$ begin perform pg_sleep(0.15); return new; end $$;
    create trigger late before update on pgboss.version for each row execute function late()`
  await prepare(db, lookAgain)
  const errors: string[] = []
  const jobs = openGreeting(db, true, errors)
  await jobs.start()
  const states = () => db.many(sql`select status, error from pgboss.bam where name = 'later'`)
  await expect.poll(states).toEqual([{ status: 'completed', error: null }])
  expect(errors).toEqual([])
  await expect(db.one(sql`select pg_sleep(${SLOW_SECONDS})`)).rejects.toThrow('statement timeout')
  await jobs.stop()
})

test('a start that cannot create the job tables says so, and leaves nothing behind', async () => {
  const db = await emptyDatabase()
  await onEach(db, 'CREATE FUNCTION', `raise 'the disk is full'`)
  const jobs = openGreeting(db)
  const error = await jobs.start().catch((caught: unknown) => caught)
  expect(describeFailure(error)).toBe(
    'The tables of the job queue could not be made or upgraded: the disk is full. Nothing of that statement was kept: remove the cause (a lock is held by what pg_stat_activity shows), and start again.',
  )
  expect(await db.one(sql`select to_regnamespace('pgboss') as found`)).toEqual({ found: null })
  await jobs.stop()
  await prepare(db, 'drop event trigger hinder')
  const again = openGreeting(db)
  await again.start()
  await again.stop()
})
