import type { FastifyInstance } from 'fastify'
import type { PageDeps } from '#server/platform/http/pages.ts'
import { samePage } from '#server/platform/http/same-page.ts'
import { openApiDocument } from './openapi.ts'

export function apiReferenceRoutes(app: FastifyInstance, deps: PageDeps): void {
  const { provider, publicUrl } = deps.config
  const document = openApiDocument({ brandName: provider.brandName, publicUrl })
  const text = JSON.stringify(document)
  app.get('/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(text),
  )
  samePage(app, deps, 'api-reference', { document })
}
