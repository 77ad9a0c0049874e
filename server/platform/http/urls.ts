import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/**
 * The path and query of a request target. A target may be an absolute URL (RFC 9112, 3.2.2), and a host
 * chosen by the client must never be echoed back as ours.
 */
export function pathAndQueryOf(target: string): string {
  const rest = target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '')
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** Matches no token or name, so the page or call answers as for an unknown one. */
const REPLACEMENT = encodeURIComponent('\ufffd')

/**
 * Normalizes the URL before routing: each part must decode, and U+0000 cannot be stored. Done once for all
 * routes, so that a malformed URL is answered by its own page and not by the framework's error.
 */
export function readablePath({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  const [path = '/', ...query] = url.split(/(?=\?)/)
  const readable = path
    .split('/')
    .map((part) => (canDecode(part) ? part : part.replaceAll('%', '%25')).replaceAll('%00', REPLACEMENT))
    .join('/')
  return [readable, ...query].join('')
}

function canDecode(part: string): boolean {
  try {
    decodeURIComponent(part)
    return true
  } catch {
    return false
  }
}

/**
 * Redirects a URL without its trailing slash, keeping method, body and query. A URL that ends before its
 * parameter also matches, and is unknown.
 */
export function redirectToSlash(app: FastifyInstance, method: 'GET' | 'POST', path: string): void {
  if (!path.endsWith('/') || path === '/') return
  app.route({
    method,
    url: path.slice(0, -1),
    handler: async (request, reply) => {
      const [address = '', query] = request.url.split(/\?(.*)/s)
      if (address.endsWith('/')) return reply.callNotFound()
      return reply.redirect(`${address}/${query === undefined ? '' : `?${query}`}`, 308)
    },
  })
}
