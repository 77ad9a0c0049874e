import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { isSameText } from '../identity/secret-tokens.ts'
import type { Metrics } from './metrics.ts'

/** For whoever watches us: alive, ready to answer, and in numbers. */
export function serveHealth(
  app: FastifyInstance,
  options: {
    db: Database
    metrics: Metrics
    metricsToken: string | undefined
    isBehindProxy: boolean
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
    const { metricsToken, isBehindProxy } = options
    const isLocal = !isBehindProxy && /^(?:127\.|::1$|::ffff:127\.)/.test(request.socket.remoteAddress ?? '')
    const isAllowed = metricsToken
      ? isSameText(request.headers.authorization ?? '', `Bearer ${metricsToken}`)
      : isLocal
    if (!isAllowed) return reply.callNotFound()
    return reply.type('text/plain; version=0.0.4').send(await options.metrics.text())
  })
}
