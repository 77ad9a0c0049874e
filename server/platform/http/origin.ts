import type { onRequestAsyncHookHandler } from 'fastify'
import { refuse } from '#server/platform/refusal.ts'
import { sendRefusal } from './answer.ts'

/**
 * A form on a strange page can post here with our cookies: browsers tell where it came from, so only our own
 * pages may change anything. What is no browser sends neither header, and has no cookies to abuse; what reads no
 * cookie is open to every page.
 */
export function guardOrigin(allowedOrigins: readonly string[]): onRequestAsyncHookHandler {
  return async (request, reply) => {
    if (request.routeOptions.config.isCrossOrigin) {
      reply
        .header('access-control-allow-origin', '*')
        .header('access-control-expose-headers', 'www-authenticate')
      return
    }
    if (request.method === 'GET' || request.method === 'HEAD') return
    const origin = request.headers.origin
    const site = request.headers['sec-fetch-site']
    const isOurs =
      (origin === undefined || allowedOrigins.includes(origin)) &&
      (site === undefined || site === 'same-origin' || site === 'none')
    if (!isOurs) await sendRefusal(reply, refuse('wrong-origin'))
  }
}
