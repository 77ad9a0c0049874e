import type { FastifyInstance } from 'fastify'

/**
 * Redirects a URL without its trailing slash, keeping method, body and query. One that ends before its parameter
 * matches, too, and is unknown.
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
