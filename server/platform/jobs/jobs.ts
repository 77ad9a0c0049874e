import { type JobWithMetadata, PgBoss, type QueueResult } from 'pg-boss'
import type { Database, Db } from '#server/platform/db/database.ts'
import { isForbidden } from '#server/platform/db/errors.ts'
import { besideSchemaLock, SchemaProblem } from '#server/platform/db/migrate.ts'
import { isRefused } from '#server/platform/refusal.ts'
import { SECOND } from '#server/ports/clock.ts'
import { keepFailedJobs, listDueQueues } from './queues.ts'
import { openRound, type Round } from './round.ts'
import { openWorker, type Worker } from './worker.ts'

/** A kind of background job, and how it is retried before it counts as failed. */
export type JobKind<Work extends object> = {
  name: string
  retries: number
  firstRetrySeconds: number
  longestRetrySeconds: number
  /** How long one attempt may take before another may start. */
  expiresSeconds: number
  /** Runs at the next poll rather than immediately, so response times do not reveal that a job was queued. */
  isQuiet?: boolean
  /**
   * A failed one is deleted like a finished one, because its work is listed or begun again elsewhere, or is of no use
   * later. Any other waits for an operator.
   */
  dropsFailed?: boolean
  /** Exists only for the compiler: the type of the payload. */
  work?: Work
}

export type Try = { number: number; isLast: boolean }

export type Jobs = {
  /**
   * Queues a job in the caller's transaction, so it exists only if that commits. It starts after `waitMs` by
   * the database's clock, which decides when a job is due.
   */
  send<Work extends object>(tx: Db, kind: JobKind<Work>, work: Work, waitMs?: number): Promise<void>
  /** Registers the handler of a kind of job. A job whose handler throws is retried later. */
  handle<Work extends object>(kind: JobKind<Work>, handler: (work: Work, attempt: Try) => Promise<void>): void
  /**
   * Registers a periodic task that finds its own work. Runs in every process that handles jobs. One that can
   * take long calls `mayGoOn` between its steps: false once the process is stopping.
   */
  every(name: string, seconds: number, work: (mayGoOn: () => boolean) => Promise<unknown>): void
  start(): Promise<void>
  stop(): Promise<void>
}

export function defineJob<Work extends object>(kind: JobKind<Work>): JobKind<Work> {
  return kind
}

/** Low on the embedded database, which has only one connection. */
const JOBS_AT_ONCE = { embedded: 4, postgres: 10 } as const
/** How often to check for expired jobs whose worker was killed, and to count jobs. */
const SUPERVISE_SECONDS = 15
/** The embedded database has one process, which knows whether there is something new to count. */
const SUPERVISE_UNCHANGED_SECONDS = 300
/** pg-boss repeatedly counts the whole table, so finished jobs do not stay long. */
const KEPT_SECONDS = 2 * 24 * 3600
/** Much less than a finished job is kept: how it failed does not matter, not even a kill. */
const KEEP_FAILED_SECONDS = 3600
const SOON_MS = 30
const AT_LAST_MS = 300
const STOP_AT_MOST_MS = 20_000
const NOBODY = '00000000-0000-0000-0000-000000000000'

type Handler = (work: object, attempt: Try) => Promise<void>

export function openJobs(options: {
  db: Database
  /** False if another process handles jobs. This one then only queues them. */
  works: boolean
  pollSeconds: number
  /** Checked before jobs are taken and before each run of a periodic task. */
  mayWork?: () => Promise<boolean>
  /** How long a stop waits for running jobs before it returns them to the queue, and for periodic tasks. */
  stopAtMostMs?: number
  onError: (error: Error, job?: string) => void
}): Jobs {
  const { db, mayWork = async () => true, stopAtMostMs = STOP_AT_MOST_MS } = options
  let isMakingSchema = false
  const boss = new PgBoss({
    db: {
      executeSql: (text: string, values: unknown[] = []) =>
        isMakingSchema || changesIndexes(text) ? db.queryLong({ text, values }) : db.query({ text, values }),
    },
    backend: db.kind === 'embedded' ? 'pglite' : 'postgres',
    schedule: false,
    supervise: options.works && db.kind === 'postgres',
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: db.kind === 'postgres' ? SUPERVISE_SECONDS : 1,
    // No job waits for another one.
    flowIntervalSeconds: 3600,
  })
  boss.on('error', (error) => options.onError(error))
  const workers = new Map<string, Worker>()
  const notifications = new Map<string, 'once' | 'again'>()
  const handlers = new Map<string, { kind: JobKind<object>; handler: Handler }>()
  const rounds: Round[] = []
  const own = [
    openRound(options.pollSeconds, notifyDue, { firstMs: 0 }),
    openRound(KEEP_FAILED_SECONDS, keepFailed, { firstMs: 0 }),
  ]
  if (db.kind === 'embedded') own.push(openRound(SUPERVISE_SECONDS, superviseChanged))
  let toSupervise = 0
  let supervisedAt = Number.NEGATIVE_INFINITY

  return {
    async send(tx, kind, work, waitMs = 0) {
      await boss.send(kind.name, work, {
        startAfter: waitMs / SECOND,
        db: {
          executeSql: async (text: string, values: unknown[] = []) => ({
            rows: await tx.many({ text, values }),
          }),
        },
      })
      noteChange()
      if (waitMs === 0 && !kind.isQuiet) notifySoon(kind.name)
    },

    handle(kind, handler) {
      handlers.set(kind.name, { kind, handler: handler as Handler })
    },

    every(name, seconds, work) {
      rounds.push(
        openRound(seconds, async (mayGoOn) => {
          try {
            if (!(await mayWork())) return 'not allowed'
            await work(mayGoOn)
          } catch (error) {
            options.onError(error as Error, name)
          }
          return 'done'
        }),
      )
    },

    async start() {
      await makeSchema().catch((error: Error) => {
        if (isForbidden(error) || error instanceof SchemaProblem) throw error
        throw new SchemaProblem(
          `The tables of the job queue could not be made or upgraded: ${error.message}. Nothing of that statement was kept: remove the cause (a lock is held by what pg_stat_activity shows), and start again.`,
          { cause: error },
        )
      })
      if (!options.works) return
      for (const { kind, handler } of handlers.values()) {
        const worker = openWorker({
          boss,
          name: kind.name,
          slots: JOBS_AT_ONCE[db.kind],
          expiresSeconds: kind.expiresSeconds,
          mayWork,
          attempt: (job) => attempt(job, kind, handler),
          onError: (error) => options.onError(error, kind.name),
        })
        workers.set(kind.name, worker)
      }
      for (const round of [...own, ...rounds]) round.begin()
    },

    async stop() {
      await Promise.all([
        ...[...own, ...rounds].map((round) => round.end(stopAtMostMs)),
        ...[...workers.values()].map((worker) => worker.stop(stopAtMostMs)),
      ])
      await boss.stop({ graceful: true, timeout: stopAtMostMs })
    },
  }

  /**
   * Upgrades of the library can take minutes on a large table. A lock is waited for, for as long as the library says.
   * One instance at a time: two that make the schema at the same instant would make one of them fail, and a queue that
   * another one makes after pg-boss has read the queues would be looked up when it is first used.
   */
  async function makeSchema(): Promise<void> {
    isMakingSchema = true
    try {
      // The embedded database has one connection and one process.
      await (db.kind === 'embedded' ? startBoss() : besideSchemaLock(db, startBoss))
    } finally {
      isMakingSchema = false
    }
  }

  async function ensureQueue(kind: JobKind<object>, present: QueueResult | undefined): Promise<void> {
    const wanted = {
      retryLimit: kind.retries,
      retryDelay: kind.firstRetrySeconds,
      retryBackoff: true,
      retryDelayMax: kind.longestRetrySeconds,
      expireInSeconds: kind.expiresSeconds,
      deleteAfterSeconds: KEPT_SECONDS,
    }
    const isAsWanted = (name: keyof typeof wanted) => present?.[name] === wanted[name]
    if ((Object.keys(wanted) as (keyof typeof wanted)[]).every(isAsWanted)) return
    await boss.createQueue(kind.name, wanted)
    // A queue that is there already takes over the present values.
    await boss.updateQueue(kind.name, wanted)
    // pg-boss looks up a queue on the pool when it first uses it, unless it found it at the start. Inside a
    // transaction that is refused, because on the embedded database, which has one connection, it would deadlock.
    // So trigger the lookup here.
    await boss.findJobs(kind.name, { id: NOBODY })
  }

  async function startBoss(): Promise<void> {
    await boss.start()
    const queues = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
    for (const { kind } of handlers.values()) await ensureQueue(kind, queues.get(kind.name))
  }

  /** One statement finds all queues with a job that is due, such as a retry, a quiet job or one of another process. */
  async function notifyDue(): Promise<'done'> {
    try {
      if (await mayWork())
        for (const name of await listDueQueues(db, [...workers.keys()])) workers.get(name)?.notify()
    } catch (error) {
      options.onError(error as Error)
    }
    return 'done'
  }

  async function keepFailed(): Promise<'done'> {
    const names = [...handlers.values()].flatMap(({ kind }) => (kind.dropsFailed ? [] : [kind.name]))
    await keepFailedJobs(db, names).catch((error: Error) => options.onError(error))
    return 'done'
  }

  /** Twice, because the transaction of the change may not have committed at the first time. */
  function noteChange(): void {
    toSupervise = 2
  }

  async function superviseChanged(): Promise<'done'> {
    const sinceMs = performance.now() - supervisedAt
    if (toSupervise === 0 && sinceMs < SUPERVISE_UNCHANGED_SECONDS * SECOND) return 'done'
    toSupervise = Math.max(0, toSupervise - 1)
    supervisedAt = performance.now()
    await boss.supervise().catch((error: Error) => options.onError(error))
    return 'done'
  }

  /**
   * Polling alone would delay mails, so notify the worker once the caller's transaction should have
   * committed.
   */
  function notifySoon(name: string): void {
    if (!workers.has(name)) return
    if (notifications.has(name)) notifications.set(name, 'again')
    else {
      notifyAfter(SOON_MS, name)
      notifyAgain(name)
    }
  }

  /**
   * Covers transactions that take longer. Under load, only this timer fires, and the worker takes many jobs
   * at once.
   */
  function notifyAgain(name: string): void {
    notifications.set(name, 'once')
    notifyAfter(AT_LAST_MS, name, () => {
      if (notifications.get(name) === 'again') notifyAgain(name)
      else notifications.delete(name)
    })
  }

  function notifyAfter(milliseconds: number, name: string, then = () => {}): void {
    setTimeout(() => {
      workers.get(name)?.notify()
      then()
    }, milliseconds).unref()
  }

  async function attempt(
    job: JobWithMetadata<object>,
    kind: JobKind<object>,
    handler: Handler,
  ): Promise<{ failure?: string }> {
    try {
      await handler(job.data, { number: job.retryCount + 1, isLast: job.retryCount >= kind.retries })
      return {}
    } catch (caught) {
      // A refusal answers a person. Nobody waits here, so it is a failure like any other.
      const error = isRefused(caught) ? new Error(`Refused: ${caught.refused}`) : (caught as Error)
      options.onError(error, kind.name)
      return { failure: error.message }
    } finally {
      noteChange()
    }
  }
}

/** The library makes its larger indexes beside the work, after the start. */
function changesIndexes(text: string): boolean {
  return /^\s*(?:create|drop)\b.*\bindex concurrently\b/i.test(text)
}
