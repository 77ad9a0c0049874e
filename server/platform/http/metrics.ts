import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { ClockCheck } from '#server/platform/clock-check.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Sql } from '#server/platform/db/sql.ts'
import type { WriteCheck } from '#server/platform/db/write-check.ts'

export type Metrics = { text(): Promise<string> }

/** `collectDefaultMetrics` adds those of the process, such as nodejs_eventloop_lag_p99_seconds. */
export function measure(
  app: FastifyInstance,
  options: {
    db: Database
    clockCheck: ClockCheck
    writeCheck: WriteCheck
    hashQueue: () => { running: number; waiting: number }
    figures: Figure[]
  },
): Metrics {
  const { db, clockCheck, writeCheck, hashQueue } = options
  const register = new Registry()
  // With the default of 10 ms, an idle process wakes up a hundred times a second.
  collectDefaultMetrics({ register, eventLoopMonitoringPrecision: 100 })
  const gauge = (name: string, help: string, value: () => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers: [register],
      async collect() {
        this.set(await value())
      },
    })
  const duration = new Histogram({
    name: 'http_request_seconds',
    help: 'How long requests took, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [register],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })

  const { pool } = db
  gauge('database_clients_waiting', 'Requests that wait for a database connection', () => pool.waitingCount)
  gauge('database_clients_in_use', 'Database connections in use', () => pool.totalCount - pool.idleCount)
  gauge('database_writable', '1 if the database takes writes, 0 if not', async () =>
    (await writeCheck.check()).canWrite ? 1 : 0,
  )
  gauge(
    'clock_difference_seconds',
    "How far this machine's clock is ahead of the database's",
    () => clockCheck.differenceMs() / 1000,
  )
  gauge('password_hashes_running', 'Password hashes being computed', () => hashQueue().running)
  gauge('password_hashes_waiting', 'Password hashes that wait for their turn', () => hashQueue().waiting)
  const refresh = refreshFigures(register, db, options.figures)
  return {
    async text() {
      await refresh()
      return register.metrics()
    },
  }
}

/** A metric from the database. Its statement must use an index, however large the tables. */
export type Figure = {
  name: string
  help: string
  /** The label columns of the result. */
  labels?: string[]
  /** Rows with `value`, and a column for each label. */
  statement: Sql
}

const KEPT_MS = 10_000
const ANSWER_WITHIN_MS = 3_000

/**
 * The returned function queries the database again, at most every ten seconds. While the database does not
 * answer, database_up is 0 and the figures are absent: an old one would look current.
 */
function refreshFigures(register: Registry, db: Database, figures: Figure[]): () => Promise<void> {
  const registers = [register]
  const up = new Gauge({ name: 'database_up', help: '1 if the database answers, 0 if not', registers })
  const gauges = figures.map(({ name, help, labels = [] }) => ({
    labels,
    gauge: new Gauge({ name, help, labelNames: labels, registers }),
  }))
  let askedAt = Number.NEGATIVE_INFINITY
  let underWay: Promise<void> | undefined

  async function ask(): Promise<void> {
    try {
      const answers = []
      for (const { statement } of figures) answers.push(await db.many<Record<string, unknown>>(statement))
      for (const [index, { labels, gauge }] of gauges.entries()) {
        gauge.reset()
        for (const row of answers[index] ?? []) {
          const values = Object.fromEntries(labels.map((label) => [label, String(row[label])]))
          gauge.set(values, Number(row.value))
        }
      }
      up.set(1)
    } catch {
      clear()
    }
    askedAt = performance.now()
    underWay = undefined
  }

  function clear(): void {
    for (const { gauge, labels } of gauges) {
      gauge.reset()
      // A reset gauge without labels would show 0.
      if (labels.length === 0) gauge.remove()
    }
    up.set(0)
  }

  return async () => {
    if (performance.now() - askedAt < KEPT_MS) return
    underWay ??= ask()
    const patience = new AbortController()
    const tooLate = sleep(ANSWER_WITHIN_MS, 'too late', { signal: patience.signal }).catch(() => {})
    if ((await Promise.race([underWay, tooLate])) === 'too late') clear()
    patience.abort()
  }
}
