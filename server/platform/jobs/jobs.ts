import { type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss'
import type { Database, Db } from '#server/platform/db/database.ts'

/** A kind of work that may wait, and how often it is tried again before it counts as dead. */
export type JobKind<Work extends object> = {
  name: string
  retries: number
  firstRetrySeconds: number
  longestRetrySeconds: number
  /** How long one try may take before another may begin. */
  expiresSeconds: number
  /** Done at the next poll instead of at once, so that nobody can tell by the next answer that there was work. */
  isQuiet?: boolean
  /** Only here for the compiler: what the work is. */
  work?: Work
}

export type Try = { number: number; isLast: boolean }

export type Jobs = {
  /** Part of the caller's transaction: it exists if and only if that commits. */
  send<Work extends object>(tx: Db, kind: JobKind<Work>, work: Work, startAfter?: Date): Promise<void>
  /** Declares who does this work. A handler that throws is tried again later. */
  handle<Work extends object>(kind: JobKind<Work>, handler: (work: Work, attempt: Try) => Promise<void>): void
  /** Work that looks for itself what there is to do, every so often, in every process that does jobs. */
  every(name: string, seconds: number, work: () => Promise<unknown>): void
  start(): Promise<void>
  stop(): Promise<void>
}

export function defineJob<Work extends object>(kind: JobKind<Work>): JobKind<Work> {
  return kind
}

/** Few on the embedded database, whose one connection everyone shares. */
const JOBS_AT_ONCE = { embedded: 4, postgres: 10 } as const
const SOON_MS = 30
const AT_LAST_MS = 300
const NOBODY = '00000000-0000-0000-0000-000000000000'

type Handler = (work: object, attempt: Try) => Promise<void>

export function openJobs(options: {
  db: Database
  /** False where another process does the work: then jobs are only sent from here. */
  works: boolean
  pollSeconds: number
  onError: (error: Error, job?: string) => void
}): Jobs {
  const { db } = options
  const boss = new PgBoss({
    db: { executeSql: (text: string, values: unknown[] = []) => db.query({ text, values }) },
    backend: db.kind === 'embedded' ? 'pglite' : 'postgres',
    schedule: false,
    supervise: options.works,
    // How soon work whose worker was killed is noticed, once it has expired.
    superviseIntervalSeconds: 15,
    monitorIntervalSeconds: 15,
  })
  boss.on('error', (error) => options.onError(error))
  const workers = new Map<string, string>()
  const hydrates = new Map<string, 'once' | 'again'>()
  const handlers = new Map<string, { kind: JobKind<object>; handler: Handler }>()
  const rounds: Round[] = []

  return {
    async send(tx, kind, work, startAfter) {
      await boss.send(kind.name, work, {
        ...(startAfter ? { startAfter } : {}),
        db: {
          executeSql: async (text: string, values: unknown[] = []) => ({
            rows: await tx.many({ text, values }),
          }),
        },
      })
      if (!startAfter && !kind.isQuiet) wakeSoon(kind.name)
    },

    handle(kind, handler) {
      handlers.set(kind.name, { kind, handler: handler as Handler })
    },

    every(name, seconds, work) {
      rounds.push(openRound(seconds, () => work().catch((error: Error) => options.onError(error, name))))
    },

    async start() {
      await boss.start()
      for (const { kind, handler } of handlers.values()) {
        await boss.createQueue(kind.name, {
          retryLimit: kind.retries,
          retryDelay: kind.firstRetrySeconds,
          retryBackoff: true,
          retryDelayMax: kind.longestRetrySeconds,
          expireInSeconds: kind.expiresSeconds,
        })
        // pg-boss looks a queue up on the pool when it first meets it. Inside a transaction of the embedded
        // database, which has one connection, that would wait for ever: so it meets the queue here.
        await boss.findJobs(kind.name, { id: NOBODY })
        if (options.works) {
          const worker = await boss.work(
            kind.name,
            {
              pollingIntervalSeconds: options.pollSeconds,
              includeMetadata: true,
              batchSize: JOBS_AT_ONCE[db.kind],
              burstWhenBatchFull: true,
              perJobResults: true,
            },
            (batch) => Promise.all(batch.map((job) => attempt(job, kind, handler))),
          )
          workers.set(kind.name, worker)
        }
      }
      if (options.works) for (const round of rounds) round.begin()
    },

    async stop() {
      await Promise.all(rounds.map((round) => round.end()))
      await boss.stop({ graceful: true, timeout: 20_000 })
    },
  }

  /** Polling alone would let people wait for their mail: a nudge when the caller's transaction should be through. */
  function wakeSoon(name: string): void {
    if (!workers.has(name)) return
    if (hydrates.has(name)) hydrates.set(name, 'again')
    else {
      wakeAfter(SOON_MS, name)
      wakeAtLast(name)
    }
  }

  /** For a transaction that took longer. In a rush this alone wakes, and takes many at once. */
  function wakeAtLast(name: string): void {
    hydrates.set(name, 'once')
    wakeAfter(AT_LAST_MS, name, () => {
      if (hydrates.get(name) === 'again') wakeAtLast(name)
      else hydrates.delete(name)
    })
  }

  function wakeAfter(milliseconds: number, name: string, then = () => {}): void {
    setTimeout(() => {
      boss.notifyWorker(workers.get(name) as string)
      then()
    }, milliseconds).unref()
  }

  async function attempt(
    job: JobWithMetadata<unknown>,
    kind: JobKind<object>,
    handler: Handler,
  ): Promise<JobResult> {
    try {
      await handler(job.data as object, {
        number: job.retryCount + 1,
        isLast: job.retryCount >= kind.retries,
      })
      return { id: job.id, status: 'completed' }
    } catch (error) {
      options.onError(error as Error, kind.name)
      return { id: job.id, status: 'failed', output: { reason: (error as Error).message } }
    }
  }
}

type Round = { begin(): void; end(): Promise<void> }

/** One after the other, never two at once; the first soon after the start, for what was missed while nothing ran. */
function openRound(seconds: number, work: () => Promise<unknown>): Round {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown> = Promise.resolve()
  let hasEnded = false

  function beginAfter(milliseconds: number): void {
    if (hasEnded) return
    timer = setTimeout(() => {
      running = work().then(() => beginAfter(seconds * 1000))
    }, milliseconds)
  }
  return {
    begin: () => beginAfter(1000),
    async end() {
      hasEnded = true
      clearTimeout(timer)
      await running
    },
  }
}
