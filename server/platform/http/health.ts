import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '#server/config/config.ts'
import { isLoopbackIp } from '#server/config/loopback.ts'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { isSameText } from '#server/platform/secret-tokens.ts'
import type { Metrics } from './metrics.ts'

/** Liveness, readiness and metrics, for monitoring. */
export function serveHealth(
  app: FastifyInstance,
  options: {
    db: Database
    metrics: Metrics
    readers: Config['metrics']
    isStopping: () => boolean
  },
): void {
  app.get('/health', async () => ({ status: 'alive' }))

  app.get('/ready', async (_request, reply) => {
    if (options.isStopping()) return reply.code(503).send({ status: 'stopping' })
    await options.db.run(sql`select 1`)
    return { status: 'ready' }
  })

  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(options.readers, request)) return reply.callNotFound()
    return reply.type('text/plain; version=0.0.4').send(await options.metrics.text())
  })
}

/** Behind a proxy, the socket's IP is only that of the last hop, so a forwarded request is not local. */
function mayReadMetrics(readers: Config['metrics'], { headers, socket }: FastifyRequest): boolean {
  switch (readers.kind) {
    case 'token':
      return isSameText(headers.authorization ?? '', `Bearer ${readers.token}`)
    case 'loopback':
      return (
        isLoopbackIp(socket.remoteAddress ?? '') &&
        headers.forwarded === undefined &&
        headers['x-forwarded-for'] === undefined
      )
    case 'off':
      return false
  }
}
