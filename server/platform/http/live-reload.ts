import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** For development: reloads the page when the server restarts after a change. */
export function serveLiveReload(app: FastifyInstance): void {
  app.get('/dev/reload.js', async (_request, reply) =>
    reply.type('text/javascript').send(`
      let lost = false
      const line = new EventSource('/dev/reload')
      line.onerror = () => { lost = true }
      line.onopen = () => { if (lost) location.reload() }
    `),
  )
  const lines = new Set<ServerResponse>()
  app.get('/dev/reload', (_request, reply) => {
    reply.hijack()
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    reply.raw.write('retry: 300\n\n')
    lines.add(reply.raw)
    reply.raw.once('close', () => lines.delete(reply.raw))
  })
  // These responses never end by themselves, and a closing server would wait for them.
  app.addHook('preClose', async () => {
    for (const line of lines) line.end()
  })
}
