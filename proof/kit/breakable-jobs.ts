import { declareJobs } from '#server/app.ts'
import type { Deps } from '#server/deps.ts'
import type { Database } from '#server/platform/db/database.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import type { Try } from '#server/platform/jobs/jobs.ts'
import type { Payments } from '#server/ports/payments.ts'
import type { Harness } from '#server/test-kit/harness.ts'

/** Killed: nothing follows. Failed: the process continues. */
export type Break = { at: number; when: 'before' | 'after'; how: 'killed' | 'failed' }

type Step = <Result>(work: () => Promise<Result>) => Promise<Result>
type Handler = (work: object, attempt: Try) => Promise<void>

/**
 * The real jobs, interrupted before or after one of their steps. A step has a lasting effect: a standalone
 * statement, a commit, an adapter call, the end of a queued job. Statements inside a transaction need no
 * interruption of their own: all are rolled back as if interrupted before the commit.
 */
export function openBreakableJobs(harness: Harness) {
  let wanted: Break | undefined
  let steps = 0
  let isKilled = false
  const delivered: string[] = []

  const step: Step = async (work) => {
    if (isKilled) throw new Error('The process was killed before')
    steps += 1
    const here = wanted?.at === steps ? wanted : undefined
    if (here?.when === 'before') breakOff(here)
    const result = await work()
    if (here) breakOff(here)
    return result
  }
  function breakOff({ at, when, how }: Break): never {
    isKilled = how === 'killed'
    throw new Error(`${how} ${when} step ${at}`)
  }

  const db = breakableDatabase(harness.db, step)
  const payments = breakablePayments(harness.payments, step)
  const rounds = new Map<string, (mayGoOn: () => boolean) => Promise<unknown>>()
  const handlers = new Map<string, Handler>()
  const deps: Deps = {
    ...harness,
    db,
    payments,
    jobs: {
      ...harness.jobs,
      handle: (kind, handler) => void handlers.set(kind.name, handler as Handler),
      every: (name, _seconds, work) => void rounds.set(name, work),
    },
  }
  declareJobs(deps, {
    keeps: true,
    deliver: ({ messageId }) =>
      step(async () => {
        delivered.push(messageId)
        return { isTaken: true }
      }),
  })

  async function runQueued(): Promise<void> {
    const queued = await harness.db.many<{ id: string; name: string; data: object }>(sql`
      select id, name, data from pgboss.job where state = 'created' order by created_on, id`)
    for (const { id, name, data } of queued) {
      const end = () => harness.db.run(sql`update pgboss.job set state = 'completed' where id = ${id}::uuid`)
      await handlers
        .get(name)?.(data, { number: 1, isLast: false })
        .then(() => step(end))
        // It is retried, as by the queue.
        .catch(() => {})
    }
  }

  return {
    deps,
    /** Some periodic tasks once, and every queued job, including waiting ones. Returns the number of steps. */
    async run(
      names: readonly string[],
      broken?: Break,
      first: (deps: Deps) => Promise<unknown> = async () => {},
    ) {
      wanted = broken
      steps = 0
      isKilled = false
      await first(deps).catch(() => {})
      for (const name of names)
        await rounds
          .get(name)?.(() => !isKilled)
          .catch(() => {})
      // Jobs queue others: a payment its receipt, and provisioning another mail.
      for (let turn = 0; turn < 3; turn += 1) await runQueued()
      return steps
    },
    /** Mails as their recipients count them: a repeat has the same message id. */
    countDelivered: () => new Set(delivered).size,
  }
}

function breakableDatabase(db: Database, step: Step): Database {
  return {
    ...db,
    many: <Row extends object>(statement: Sql) => step(() => db.many<Row>(statement)),
    maybe: <Row extends object>(statement: Sql) => step(() => db.maybe<Row>(statement)),
    one: <Row extends object>(statement: Sql) => step(() => db.one<Row>(statement)),
    run: (statement) => step(() => db.run(statement)),
    async transaction(work, options) {
      // Done inside the transaction until its commit step begins, and ends with it.
      const done = Promise.withResolvers<void>()
      const mayCommit = Promise.withResolvers<void>()
      const committed = db.transaction(async (tx) => {
        const result = await work(tx)
        done.resolve()
        await mayCommit.promise
        return result
      }, options)
      await Promise.race([done.promise, committed])
      try {
        return await step(() => {
          mayCommit.resolve()
          return committed
        })
      } catch (error) {
        mayCommit.reject(error)
        await committed.catch(() => {})
        throw error
      }
    },
  }
}

function breakablePayments(payments: Payments, step: Step): Payments {
  return {
    ...payments,
    deleteCard: (token) => step(() => payments.deleteCard(token)),
    charge: (order) => step(() => payments.charge(order)),
    find: (key) => step(() => payments.find(key)),
    void: (reference) => step(() => payments.void(reference)),
    refund: (order) => step(() => payments.refund(order)),
    findRefund: (key) => step(() => payments.findRefund(key)),
  }
}
