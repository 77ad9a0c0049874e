import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { addEndpoint } from '#server/accounts/feed/endpoints.ts'
import type { Deps } from '#server/deps.ts'
import { sql } from '#server/platform/db/sql.ts'
import { page } from '#server/platform/http/pages.ts'
import { isRefused } from '#server/platform/refusal.ts'
import { openReceiver } from './receiver.ts'

const EVENTS = '/demo/provider/events'

/** A sample system of the provider: the feed sends it every event, and its page shows them as they arrive. */
export function demoProviderRoutes(app: FastifyInstance, deps: Deps): void {
  const receiver = openReceiver()
  let secret = ''

  page(app, deps, 'demo-provider', async () => receiver.show(), { isPersonal: true })
  // Each answer ends at once, and the browser asks again a second later: no connection is held.
  app.get('/demo/provider/stream', (_request, reply) =>
    reply
      .headers({ 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
      .send(`retry: 1000\ndata: ${JSON.stringify(receiver.show())}\n\n`),
  )

  app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    // The signature covers the bytes of the body.
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, parsed) => parsed(null, text))
    scope.post(EVENTS, async (request, reply) => {
      const header = (name: string) => String(request.headers[name] ?? '')
      const signed = {
        id: header('webhook-id'),
        timestamp: header('webhook-timestamp'),
        signature: header('webhook-signature'),
      }
      const status = receiver.take(signed, String(request.body ?? ''), secret, deps.clock.now())
      return reply.code(status).send()
    })
    done()
  })

  // It remembers nothing from one start to the next, so each one registers it anew, from the oldest event on.
  app.addHook('onListen', async () => {
    const { port } = app.server.address() as AddressInfo
    secret = await register(deps, `http://127.0.0.1:${port}${EVENTS}`)
  })
}

function register({ db, config, clock }: Deps, url: string): Promise<string> {
  return db.transaction(async (tx) => {
    const { from } = await tx.one<{ from: number }>(
      sql`select deleted_through + 1 as from from feed_state for update`,
    )
    await tx.run(sql`delete from feed_endpoints where url like ${`%${EVENTS}`}`)
    const added = await addEndpoint(tx, { url, from }, config.secrets, clock.now())
    if (isRefused(added)) throw new Error(String(added.errors))
    return added.secret
  })
}
