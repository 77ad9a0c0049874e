import type { FastifyInstance } from 'fastify'

/** Redirects a URL without its trailing slash, keeping method, body and query. */
export function redirectToSlash(app: FastifyInstance, method: 'GET' | 'POST', path: string): void {
  if (!path.endsWith('/') || path === '/') return
  app.route({
    method,
    url: path.slice(0, -1),
    handler: async (request, reply) => {
      const [address = '', query] = request.url.split(/\?(.*)/s)
      return reply.redirect(`${address}/${query === undefined ? '' : `?${query}`}`, 308)
    },
  })
}
