// On both databases: jobs are claimed in their own way on each.
import { expect, onTestFinished, test, vi } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { freshDatabase } from '#server/test-kit/harness.ts'
import { defineJob, openJobs } from './jobs.ts'

const greet = defineJob<{ name: string }>({
  name: 'greet',
  retries: 0,
  firstRetrySeconds: 1,
  longestRetrySeconds: 1,
  expiresSeconds: 30,
})

test('a job sent just as the worker is being woken does not wait for the next poll', async () => {
  const db = await freshDatabase()
  const jobs = openJobs({ db, works: true, pollSeconds: 600, onError: () => {} })
  const greeted: string[] = []
  const isAdaGreeted = Promise.withResolvers<void>()
  jobs.handle(greet, async ({ name }) => {
    greeted.push(name)
    if (name === 'Ada') isAdaGreeted.resolve()
  })
  // Time passes only as the test says, and with each poll.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await jobs.start()
  await db.transaction((tx) => jobs.send(tx, greet, { name: 'Ada' }))
  await db.transaction(async (tx) => {
    await jobs.send(tx, greet, { name: 'Ben' })
    // Both notifications triggered by Ada's job pass meanwhile. The embedded database has one connection, so
    // she waits there.
    vi.advanceTimersByTime(400)
    if (db.kind === 'postgres') await isAdaGreeted.promise
  })
  await expect.poll(() => greeted.toSorted()).toEqual(['Ada', 'Ben'])
  await jobs.stop()
  await db.close()
})

test('the worker waits until its next look at the jobs, never for a time in the past', async () => {
  const db = await freshDatabase()
  const jobs = openJobs({ db, works: true, pollSeconds: 0.5, onError: () => {} })
  jobs.handle(greet, async () => {})
  // Most of the half second passes between two readings of the clock.
  let now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 400))
  const timers = vi.spyOn(globalThis, 'setTimeout')
  onTestFinished(() => {
    clock.mockRestore()
    timers.mockRestore()
  })
  await jobs.start()
  // Database statements have timers of many seconds.
  const waits = () => timers.mock.calls.map(([, waitMs = 0]) => waitMs).filter((waitMs) => waitMs <= 500)
  await expect.poll(() => waits().length).toBeGreaterThan(1)
  expect(waits().filter((waitMs) => waitMs < 0)).toEqual([])
  await jobs.stop()
  await db.close()
})

test('a job knows which of its tries is the last', async () => {
  const db = await freshDatabase()
  const jobs = openJobs({ db, works: true, pollSeconds: 0.1, onError: () => {} })
  const fail = defineJob<object>({ ...greet, name: 'fail', retries: 1, firstRetrySeconds: 0 })
  const tries: unknown[] = []
  jobs.handle(fail, async (_, attempt) => {
    tries.push(attempt)
    throw new Error('as ever')
  })
  await jobs.start()
  await db.transaction((tx) => jobs.send(tx, fail, {}))
  const both = [
    { number: 1, isLast: false },
    { number: 2, isLast: true },
  ]
  await expect.poll(() => tries, { timeout: 20_000 }).toEqual(both)
  await jobs.stop()
  await db.close()
})

const wait = defineJob<{ name: string }>({ ...greet, name: 'wait' })

test('a hung job delays no other of its kind, and finished ones are replaced at once', async () => {
  const db = await freshDatabase()
  const jobs = openJobs({ db, works: true, pollSeconds: 600, onError: () => {} })
  const done: string[] = []
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  jobs.handle(wait, async ({ name }) => {
    if (name === 'silent') await released
    done.push(name)
  })
  await jobs.start()
  const names = Array.from({ length: 30 }, (_, number) => `job ${number}`)
  await db.transaction(async (tx) => {
    await jobs.send(tx, wait, { name: 'silent' })
    for (const name of names) await jobs.send(tx, wait, { name })
  })
  await expect.poll(() => done.toSorted(), { timeout: 20_000 }).toEqual(names.toSorted())
  release()
  await jobs.stop()
  expect(done.at(-1)).toBe('silent')
  const states = await db.many(sql`select state, count(*) from pgboss.job where name = 'wait' group by state`)
  expect(states).toEqual([{ state: 'completed', count: 31 }])
  await db.close()
})

test('a stop returns an unfinished job to the queue, and another worker does it', async () => {
  const db = await freshDatabase()
  const stoppingMs = 500
  const open = (handler: () => Promise<void>) => {
    const jobs = openJobs({ db, works: true, pollSeconds: 0.5, stopAtMostMs: stoppingMs, onError: () => {} })
    jobs.handle({ ...wait, retries: 2, firstRetrySeconds: 0 }, handler)
    return jobs
  }
  let begun = 0
  const first = open(() => {
    begun += 1
    return new Promise(() => {})
  })
  await first.start()
  await db.transaction((tx) => first.send(tx, wait, { name: 'endless' }))
  await expect.poll(() => begun, { timeout: 10_000 }).toBe(1)
  await first.stop()

  let done = 0
  const second = open(async () => {
    done += 1
  })
  await second.start()
  await expect.poll(() => done, { timeout: 20_000 }).toBe(1)
  await second.stop()
  await db.close()
})

test('periodic tasks are stopped as well, and waited for no longer than a job', async () => {
  const db = await freshDatabase()
  const jobs = openJobs({ db, works: true, pollSeconds: 600, stopAtMostMs: 500, onError: () => {} })
  const said: string[] = []
  jobs.every('in steps', 60, async (mayGoOn) => {
    said.push('begun')
    while (mayGoOn()) await db.one(sql`select 1 as step`)
    said.push('ended')
  })
  jobs.every('endless', 60, () => {
    said.push('begun')
    return new Promise(() => {})
  })
  await jobs.start()
  await expect.poll(() => said, { timeout: 10_000 }).toEqual(['begun', 'begun'])
  await jobs.stop()
  expect(said).toEqual(['begun', 'begun', 'ended'])
  await db.close()
})

test("a start applies a release's changes to a kind of job, and otherwise writes nothing", async () => {
  const db = await freshDatabase()
  const start = async (retries: number) => {
    const jobs = openJobs({ db, works: false, pollSeconds: 600, onError: () => {} })
    const kind = { ...greet, retries }
    jobs.handle(kind, async () => {})
    await jobs.start()
    await db.transaction((tx) => jobs.send(tx, kind, { name: 'Ada' }))
    await jobs.stop()
    return db.one<{ retries: number; row: string }>(
      sql`select retry_limit as retries, xmin::text as row from pgboss.queue where name = 'greet'`,
    )
  }
  const first = await start(3)
  expect(first.retries).toBe(3)
  expect(await start(3)).toEqual(first)
  expect(await start(7)).toMatchObject({ retries: 7 })
  const limits = sql`select retry_limit as "limit" from pgboss.job where name = 'greet' order by created_on`
  expect(await db.many(limits)).toEqual([{ limit: 3 }, { limit: 3 }, { limit: 7 }])
  await db.close()
})
