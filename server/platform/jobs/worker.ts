import { setTimeout as sleep } from 'node:timers/promises'
import type { JobWithMetadata, PgBoss } from 'pg-boss'

type Job = JobWithMetadata<object>
type Outcome = { failure?: string }

export type Worker = {
  /** Fetches jobs now. Without it, a worker only replaces finished jobs. */
  notify(): void
  /** Takes no more jobs, waits for the running ones, and returns those that take too long to the queue. */
  stop(atMostMs: number): Promise<void>
}

/** Jobs that finish at about the same time are settled and replaced with one statement. */
const GATHER_MS = 10
const GATHER_AT_MOST_MS = 50

/**
 * Takes the jobs of one queue. Each job runs in its own slot, so that one waiting for a silent server delays
 * no other. pg-boss's own workers wait for the whole batch, or cost one poll per slot.
 */
export function openWorker(options: {
  boss: PgBoss
  name: string
  slots: number
  expiresSeconds: number
  mayWork: () => Promise<boolean>
  /** Never throws: the outcome is a value. */
  attempt: (job: Job) => Promise<Outcome>
  onError: (error: Error) => void
}): Worker {
  const { boss, name, slots } = options
  const running = new Set<Job>()
  const completed: Job[] = []
  let settling: Promise<void> = Promise.resolve()
  let isSettling = false
  let isStopping = false
  let wake = () => {}
  let isNotified = false

  const loop = run()
  return {
    notify() {
      isNotified = true
      wake()
    },
    async stop(atMostMs) {
      isStopping = true
      wake()
      await loop
      const deadline = performance.now() + atMostMs
      for (let left = atMostMs; running.size > 0 && left > 0; left = deadline - performance.now())
        await pause(left)
      const unfinished = [...running]
      running.clear()
      for (const job of unfinished)
        await settle(() => boss.fail(name, job, { reason: 'The process stopped' }))
      await settling
    },
  }

  async function run(): Promise<void> {
    while (!isStopping) {
      isNotified = false
      const free = slots - running.size
      const taken = free > 0 ? await take(free) : 0
      if (taken === free) {
        // There may be more: look again as soon as a slot is free.
        while (running.size === slots && !isStopping) await pause()
        await gather()
      } else {
        while (!isNotified && !isStopping) await pause()
      }
    }
  }

  async function gather(): Promise<void> {
    const until = performance.now() + GATHER_AT_MOST_MS
    do await sleep(GATHER_MS)
    while (running.size > slots / 2 && !isStopping && performance.now() < until)
  }

  async function take(atMost: number): Promise<number> {
    try {
      if (!(await options.mayWork())) return 0
      const jobs = await boss.fetch<object>(name, { batchSize: atMost, includeMetadata: true })
      for (const job of jobs) void work(job)
      return jobs.length
    } catch (error) {
      options.onError(error as Error)
      return 0
    }
  }

  async function work(job: Job): Promise<void> {
    running.add(job)
    const expiry = new AbortController()
    const expired = sleep(options.expiresSeconds * 1000, undefined, {
      signal: expiry.signal,
      ref: false,
    }).then(
      () => ({ failure: `It took longer than ${options.expiresSeconds} s` }),
      (): Outcome => ({}),
    )
    const { failure } = await Promise.race([options.attempt(job), expired])
    expiry.abort()
    // Returned to the queue by a stop meanwhile.
    if (!running.delete(job)) return
    if (failure === undefined) {
      completed.push(job)
      complete()
    } else {
      const failing = settle(() => boss.fail(name, job, { reason: failure }))
      settling = Promise.all([settling, failing]).then(() => {})
    }
    wake()
  }

  function complete(): void {
    if (isSettling) return
    isSettling = true
    const completing = (async () => {
      while (completed.length > 0) {
        await sleep(GATHER_MS)
        const jobs = completed.splice(0)
        await settle(() => boss.complete(name, jobs))
      }
      isSettling = false
    })()
    settling = Promise.all([settling, completing]).then(() => {})
  }

  /** A job that cannot be settled expires and is attempted again. */
  async function settle(work: () => Promise<unknown>): Promise<void> {
    await work().catch(options.onError)
  }

  /** Ends when a job ends, when the worker is notified, or when it stops. */
  function pause(atMostMs?: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = atMostMs === undefined ? undefined : setTimeout(resolve, atMostMs)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
