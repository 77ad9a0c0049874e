import type { FastifyInstance } from 'fastify'
import { type PageDeps, page } from '#server/platform/http/pages.ts'

export function browserSelectRoutes(app: FastifyInstance, deps: PageDeps): void {
  page(app, deps, 'browser-select', async () => ({}))
}
