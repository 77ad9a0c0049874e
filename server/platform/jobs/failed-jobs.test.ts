// On both databases: a job that failed for good waits for somebody.
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { makeDue } from '#server/test-kit/due-jobs.ts'
import { freshDatabase } from '#server/test-kit/harness.ts'
import { defineJob, type Jobs, openJobs } from './jobs.ts'
import { listFailedJobs, retryFailedJobs, setFailedJobsAside } from './queues.ts'

const work = defineJob<{ isBroken: boolean }>({
  name: 'work',
  retries: 0,
  firstRetrySeconds: 1,
  longestRetrySeconds: 1,
  expiresSeconds: 30,
})
const fleeting = defineJob<{ isBroken: boolean }>({ ...work, name: 'fleeting', dropsFailed: true })

let db: Database
let jobs: Jobs
let isBroken = true
beforeEach(async () => {
  isBroken = true
  db = await freshDatabase()
  jobs = await start()
})
afterEach(async () => {
  await jobs.stop()
  await db.close()
})

async function start(): Promise<Jobs> {
  const started = openJobs({ db, works: true, pollSeconds: 0.1, onError: () => {} })
  for (const kind of [work, fleeting])
    started.handle(kind, async () => {
      if (isBroken) throw new Error('It broke')
    })
  await started.start()
  return started
}

const statesOf = () =>
  db.many<{ name: string; state: string; days: number }>(sql`
    select name, state, deletion_seconds / 86400 as days from pgboss.job where name in ('work', 'fleeting') order by name desc`)

/** The next start also looks at those that failed by a kill. */
async function failBoth(): Promise<void> {
  await db.transaction(async (tx) => {
    for (const kind of [work, fleeting]) await jobs.send(tx, kind, { isBroken: true })
  })
  await expect.poll(async () => (await statesOf()).map(({ state }) => state)).toEqual(['failed', 'failed'])
  await jobs.stop()
  jobs = await start()
}

async function failedId(): Promise<string> {
  const { id } = await db.one<{ id: string }>(
    sql`select id from pgboss.job where name = 'work' and state = 'failed'`,
  )
  return id
}

test('failed work is kept for 90 days, unless its kind is of no use later', async () => {
  await failBoth()
  await expect.poll(statesOf).toEqual([
    { name: 'work', state: 'failed', days: 90 },
    { name: 'fleeting', state: 'failed', days: 2 },
  ])
})

test('old failed work that is retried runs, and is then deleted like other finished work', async () => {
  await failBoth()
  await expect.poll(async () => (await statesOf())[0]?.days).toBe(90)
  const id = await failedId()
  await db.run(sql`
    update pgboss.job set created_on = now() - interval '30 days', start_after = now() - interval '30 days',
      keep_until = now() - interval '16 days', completed_on = now() - interval '29 days' where id = ${id}`)
  isBroken = false
  expect(await db.transaction((tx) => retryFailedJobs(tx, { queue: 'work', id }))).toBe(1)
  const { isKept } = await db.one<{ isKept: boolean }>(
    sql`select keep_until > now() as "isKept" from pgboss.job where id = ${id}`,
  )
  expect(isKept).toBe(true)
  await makeDue(db, 'work')
  await expect.poll(async () => (await statesOf())[0]).toEqual({ name: 'work', state: 'completed', days: 2 })
})

test('failed work that is set aside is neither listed nor retried, and is not queued again', async () => {
  await failBoth()
  const id = await failedId()
  await db.run(sql`update pgboss.queue set failed_count = 1`)
  const listed = () =>
    listFailedJobs(db, { micros: 0, source: 0, id: 0 }, { except: ['fleeting'], atMost: 10 })
  expect(await listed()).toMatchObject([{ job: id, error: 'It broke' }])
  const setAside = () => db.transaction((tx) => setFailedJobsAside(tx, { queue: 'work', id }))
  expect([await setAside(), await setAside()]).toEqual([1, 0])
  expect(await db.transaction((tx) => retryFailedJobs(tx, { queue: 'work', id }))).toBe(0)
  expect(await listed()).toEqual([])
  expect((await statesOf())[0]).toEqual({ name: 'work', state: 'cancelled', days: 90 })
})
