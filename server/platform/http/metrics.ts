import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { ClockCheck } from '#server/platform/clock-check.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { WriteCheck } from '#server/platform/db/write-check.ts'
import { type Figure, keepFigures } from './figures.ts'

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
  collectDefaultMetrics({ register })
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
  const refresh = keepFigures(register, db, options.figures)
  return {
    async text() {
      await refresh()
      return register.metrics()
    },
  }
}
