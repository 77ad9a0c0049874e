import type { FastifyReply } from 'fastify'
import { problems } from '../problems.ts'
import type { Refused } from '../refusal.ts'
import { plainPage } from './plain-page.ts'

/** The one place where a refusal becomes HTTP. */
export function sendRefusal(reply: FastifyReply, refused: Refused): FastifyReply {
  const { status, words } = problems[refused.refused]
  if (refused.retryAfterSeconds !== undefined) reply.header('retry-after', String(refused.retryAfterSeconds))
  reply.header('cache-control', 'no-store').code(status)
  const { words: key = 'errors', isPage } = reply.request.routeOptions.config
  if (isPage) {
    const text = typeof refused.errors === 'string' ? refused.errors : words
    return reply
      .type('text/html; charset=utf-8')
      .send(plainPage({ title: titleOf(status), text, requestId: reply.request.id }))
  }
  return reply.send({ [key]: refused.errors ?? words, ...refused.also })
}

function titleOf(status: number): string {
  if (status === 503) return 'Just a moment'
  return status >= 500 ? 'Something went wrong' : 'This did not work'
}
