import { type Job as BossJob, PgBoss } from 'pg-boss'
import type { Database, Db } from '../db/database.ts'

/** A kind of work that may wait, and how often it is tried again before it counts as dead. */
export type JobKind<Work extends object> = {
  name: string
  retries: number
  firstRetrySeconds: number
  longestRetrySeconds: number
  /** How long one try may take before another may begin. */
  expiresSeconds: number
  /** Only here for the compiler: what the work is. */
  work?: Work
}

export type Try = { number: number; isLast: boolean }

export type Jobs = {
  /** Part of the caller's transaction: it exists if and only if that commits. */
  send<Work extends object>(tx: Db, kind: JobKind<Work>, work: Work, startAfter?: Date): Promise<void>
  /** Declares who does this work. A handler that throws is tried again later. */
  handle<Work extends object>(kind: JobKind<Work>, handler: (work: Work, attempt: Try) => Promise<void>): void
  start(): Promise<void>
  stop(): Promise<void>
}

export function defineJob<Work extends object>(kind: JobKind<Work>): JobKind<Work> {
  return kind
}

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
  })
  boss.on('error', (error) => options.onError(error))
  const handlers = new Map<string, { kind: JobKind<object>; handler: Handler }>()

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
    },

    handle(kind, handler) {
      handlers.set(kind.name, { kind, handler: handler as Handler })
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
          await boss.work(
            kind.name,
            { pollingIntervalSeconds: options.pollSeconds, includeMetadata: true, batchSize: 1 },
            ([job]) => attempt(job as BossJob & { retryCount: number }, kind, handler),
          )
        }
      }
    },

    stop: () => boss.stop({ graceful: true, timeout: 20_000 }),
  }

  async function attempt(job: BossJob & { retryCount: number }, kind: JobKind<object>, handler: Handler) {
    try {
      await handler(job.data as object, {
        number: job.retryCount + 1,
        isLast: job.retryCount >= kind.retries,
      })
    } catch (error) {
      options.onError(error as Error, kind.name)
      throw error
    }
  }
}
