import type { onRequestAsyncHookHandler } from 'fastify'
import { refuse } from '#server/platform/refusal.ts'
import { sendRefusal } from './answer.ts'

/**
 * Prevents cross-site request forgery: a form on another site could post here with our cookies, but browsers
 * send its origin, so only our own pages may change anything. Other clients send neither header and have no
 * cookies to abuse. Calls that read no cookies are open to every origin.
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
