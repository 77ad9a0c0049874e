import type { FastifyInstance } from 'fastify'
import { type PageDeps, page } from '../../http/pages.ts'
import { openApiDocument } from './openapi.ts'

export function apiReferenceRoutes(app: FastifyInstance, deps: PageDeps): void {
  const { provider, publicUrl } = deps.config
  const document = openApiDocument({ brandName: provider.brandName, publicUrl })
  app.get('/openapi.json', async () => document)
  page(app, deps, 'api-reference', async () => ({ document }))
}
