import type { FastifyInstance } from 'fastify'
import { samePage } from '#server/platform/http/form-post.ts'
import type { PageDeps } from '#server/platform/http/pages.ts'
import { openApiDocument } from './openapi.ts'

export function apiReferenceRoutes(app: FastifyInstance, deps: PageDeps): void {
  const { provider, publicUrl } = deps.config
  let made: { document: object; text: string } | undefined
  /** Made at the first request, since most processes are never asked for it. */
  function reference() {
    if (made) return made
    const document = openApiDocument({ brandName: provider.brandName, publicUrl })
    made = { document, text: JSON.stringify(document) }
    return made
  }
  app.get('/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(reference().text),
  )
  samePage(app, deps, 'api-reference', () => ({ document: reference().document }))
}
