import { PgBoss } from 'pg-boss'
import { expect, test, vi } from 'vitest'
import { freshDatabase } from '#server/test-kit/harness.ts'
import { defineJob, openJobs } from './jobs.ts'

const greet = defineJob<{ name: string }>({
  name: 'greet',
  retries: 0,
  firstRetrySeconds: 1,
  longestRetrySeconds: 1,
  expiresSeconds: 30,
})

test('who is sent while the worker is about to be woken is not left to the next poll', async () => {
  const db = await freshDatabase()
  const jobs = openJobs({ db, works: true, pollSeconds: 600, onError: () => {} })
  const nudge = vi.spyOn(PgBoss.prototype, 'notifyWorker')
  const greeted: string[] = []
  jobs.handle(greet, async ({ name }) => {
    greeted.push(name)
  })
  await jobs.start()
  await db.transaction((tx) => jobs.send(tx, greet, { name: 'Ada' }))
  await db.transaction(async (tx) => {
    await jobs.send(tx, greet, { name: 'Ben' })
    // Wait for both notifications that Ada's job triggered.
    await expect.poll(() => nudge.mock.calls.length).toBe(2)
  })
  await expect.poll(() => greeted.toSorted(), { timeout: 10_000 }).toEqual(['Ada', 'Ben'])
  nudge.mockRestore()
  await jobs.stop()
  await db.close()
})
