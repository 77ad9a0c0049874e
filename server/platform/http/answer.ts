import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { pages } from '#contract/pages.ts'
import * as messages from '#contract/wire/server-messages.ts'
import { isOutage } from '#server/platform/db/errors.ts'
import { problems } from '#server/platform/problems.ts'
import { type Refused, refuse } from '#server/platform/refusal.ts'
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

/** Maps known errors of the framework and the database to refusals. Any other error is a bug. */
export function problemOf(error: unknown): Refused {
  const code = error && typeof error === 'object' ? String((error as { code?: unknown }).code ?? '') : ''
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return refuse('too-large')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return refuse('wrong-encoding')
  if (code.startsWith('FST_ERR_CTP') || code === 'FST_ERR_BAD_URL' || error instanceof SyntaxError)
    return refuse('unreadable')
  if (isOutage(error)) return refuse('unavailable', { retryAfterSeconds: 1 })
  const status =
    error && typeof error === 'object' ? (error as { statusCode?: number }).statusCode : undefined
  if (status !== undefined && status >= 400 && status < 500) return refuse('unreadable')
  return refuse('broken')
}

/** The error page for when no page can be rendered: no scripts, no styles, nothing else that could fail. */
function plainPage(message: {
  title: string
  text: string
  requestId: string
  /** The page to go to instead. */
  home: string
}): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(message.title)}</title></head>
<body>
<main>
<h1>${escapeHtml(message.title)}</h1>
<p>${escapeHtml(message.text)}</p>
<p><a href="">Try again</a> or <a href="${escapeHtml(message.home)}">${message.home === pages['sign-in'] ? 'go to Login' : 'start again'}</a>.</p>
<p><small>If you contact support, please give this number: ${escapeHtml(message.requestId)}</small></p>
</main>
</body>
</html>`
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/**
 * Answers what Node's parser has rejected, before any route or hook: page or call is unknown. The framework's
 * own answer is JSON, which means nothing to a person whose browser has collected too many cookies.
 */
export function answerUnparsed(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const { status, text } = unparsed[error.code ?? ''] ?? unreadable
  if (socket.writable) {
    const head = [
      `HTTP/1.1 ${status}`,
      'content-type: text/plain; charset=utf-8',
      `content-length: ${Buffer.byteLength(text)}`,
      'cache-control: no-store',
      'x-content-type-options: nosniff',
      'connection: close',
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n${text}`)
  }
  socket.destroy(error)
}

const unreadable = { status: '400 Bad Request', text: messages.unreadable }
const unparsed: Record<string, typeof unreadable> = {
  HPE_HEADER_OVERFLOW: { status: '431 Request Header Fields Too Large', text: messages.headersTooLong },
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', text: messages.tooSlow },
}
