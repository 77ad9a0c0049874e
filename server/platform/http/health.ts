import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config/config.ts'
import { isLoopbackIp } from '#server/config/loopback.ts'
import type { ClockCheck } from '#server/platform/clock-check.ts'
import type { WriteCheck } from '#server/platform/db/write-check.ts'
import { refuse } from '#server/platform/refusal.ts'
import { isSameText } from '#server/platform/secret-tokens.ts'
import { sendRefusal } from './answer.ts'
import type { Metrics } from './metrics.ts'
import type { Stopping } from './stopping.ts'

type Checks = { clockCheck: ClockCheck; writeCheck: WriteCheck; stopping: Stopping }

/** Liveness, readiness and metrics, for monitoring. */
export function serveHealth(
  app: FastifyInstance,
  options: Checks & { metrics: Metrics; readers: Config['metrics'] },
): void {
  const isDateless = { config: { isDateless: true } }
  app.addHook('onRequest', refuseWrongDates(options.clockCheck))

  app.get('/health', isDateless, async () => ({ status: 'alive' }))

  app.get('/ready', isDateless, async (request, reply) => {
    const obstacle = await findObstacle(options)
    if (!obstacle || obstacle.status === 'stopping')
      options.stopping.noteProbe(request.socket.remoteAddress ?? '')
    reply.header('cache-control', 'no-store')
    if (!obstacle) return { status: 'ready' }
    return reply.code(503).send(obstacle)
  })

  app.get('/metrics', isDateless, async (request, reply) => {
    if (!mayReadMetrics(options.readers, request)) return reply.callNotFound()
    return reply.type('text/plain; version=0.0.4').send(await options.metrics.text())
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Reads no clock, so it is served even while this machine's clock is wrong. */
    isDateless?: boolean
  }
}

/** What keeps this instance from serving, if anything. */
async function findObstacle({ clockCheck, writeCheck, stopping }: Checks) {
  if (stopping.isStopping()) return { status: 'stopping' }
  const written = await writeCheck.check()
  if (!written.canWrite) return { status: 'the database takes no writes' }
  if (!clockCheck.isRight())
    return {
      status: 'the clock is wrong',
      difference_seconds: Math.round(clockCheck.differenceMs() / 1000),
    }
  return undefined
}

/**
 * Limits, links, sessions and orders are dated by this machine's clock and read by other instances. A wrong
 * date does damage there, so nothing is dated until the clock is right.
 */
function refuseWrongDates(clockCheck: ClockCheck) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (clockCheck.isRight() || request.routeOptions.config.isDateless) return
    if (!(await clockCheck.confirm()))
      return sendRefusal(reply, refuse('unavailable', { retryAfterSeconds: 5 }))
  }
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
