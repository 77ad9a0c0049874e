import type { FastifyReply, FastifyRequest } from 'fastify'
import { problems } from '#server/platform/problems.ts'
import type { Refused } from '#server/platform/refusal.ts'
import { plainPage } from './plain-page.ts'
import { reportFrom } from './visitor.ts'

/** The only function that turns a refusal into an HTTP response. */
export function sendRefusal(reply: FastifyReply, refused: Refused): FastifyReply {
  const { status, text: message } = problems[refused.refused]
  reportRefusal(reply.request, refused)
  if (refused.retryAfterSeconds !== undefined) reply.header('retry-after', String(refused.retryAfterSeconds))
  if (refused.challenge) reply.header('www-authenticate', refused.challenge)
  reply.header('cache-control', 'no-store').code(status)
  const { errorKey: key = 'errors', isPage } = reply.request.routeOptions.config
  if (isPage) {
    const text = typeof refused.errors === 'string' ? refused.errors : message
    return reply
      .type('text/html; charset=utf-8')
      .send(
        plainPage({ title: titleOf(status), text, requestId: reply.request.id, home: reply.server.homePath }),
      )
  }
  const code = key === 'error_description' ? { error: oauthErrorOf(status) } : {}
  return reply.send({ ...code, [key]: refused.errors ?? message, ...refused.also })
}

/** Refusals that indicate an attack get their own log line, whatever code refused. */
export function reportRefusal(request: FastifyRequest, { refused, limit }: Refused): void {
  if (refused === 'throttled') reportFrom(request, 'limit.reached', limit === undefined ? {} : { limit })
  if (refused === 'wrong-origin') reportFrom(request, 'origin.refused')
  if (refused === 'unproven-partner') reportFrom(request, 'partner.unproven')
}

function titleOf(status: number): string {
  if (status === 503) return 'Just a moment'
  return status >= 500 ? 'Something went wrong' : 'This did not work'
}

/** The OAuth error code to send when the use case did not set one (RFC 6749, 5.2). */
function oauthErrorOf(status: number): string {
  if (status === 429 || status === 503) return 'temporarily_unavailable'
  if (status === 401) return 'invalid_client'
  return status >= 500 ? 'server_error' : 'invalid_request'
}
