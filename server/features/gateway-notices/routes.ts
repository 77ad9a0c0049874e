import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { sendRefusal } from '../../http/answer.ts'
import { isRefused } from '../../refusal.ts'
import { takeNotice } from './take-notice.ts'

/** Where the gateway posts its notices, in its own encoding: bt_signature and bt_payload as a form. */
export function gatewayNoticeRoutes(app: FastifyInstance, deps: Deps): void {
  void app.register((inner, _options, ready) => {
    inner.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 64 * 1024 },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    inner.post('/rest/gateway/notices/', { config: { words: 'errors' } }, async (request, reply) => {
      const body = (request.body ?? {}) as Record<string, unknown>
      const taken = await takeNotice(deps, {
        signature: String(body.bt_signature ?? ''),
        payload: String(body.bt_payload ?? ''),
      })
      return isRefused(taken) ? sendRefusal(reply, taken) : reply.send(taken)
    })
    ready()
  })
}
